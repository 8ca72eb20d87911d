"""Frisian draughts as the computer sees it: moves as integers, and what positions are worth."""
