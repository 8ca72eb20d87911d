"""Evenings at the club, printed as their members read them."""
