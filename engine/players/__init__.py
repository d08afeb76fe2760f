"""Computer players. Each is a function `choose(view, rng) -> Move` of what its seat may know."""
