"""Halma and Chinese checkers as the computer player sees them: light states and their values."""
