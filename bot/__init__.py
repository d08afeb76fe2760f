"""Everything around the rules: tables, the store, screens and Discord."""
