"""Pairing: who sits with whom in the next round, by the rules of each form of tournament."""
