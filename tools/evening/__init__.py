"""Evenings at a club, printed as the members read them."""
