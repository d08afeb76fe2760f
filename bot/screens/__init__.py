"""Screens: pure functions of what one reader may see, each giving the view of a message."""
