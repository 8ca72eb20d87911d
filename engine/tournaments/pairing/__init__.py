"""Pairing: who plays whom in the next round, by the rules of each form of tournament."""
