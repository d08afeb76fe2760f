"""`make bench`: the figures this project promises, each beside what it is measured against."""

from benchmarks import engine_speed, fast_core, losers, pictures

if __name__ == "__main__":
    engine_speed.main()
    fast_core.main()
    pictures.main()
    losers.main()
