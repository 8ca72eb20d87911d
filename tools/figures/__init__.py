"""Figures on how often each thing stands in the code."""
