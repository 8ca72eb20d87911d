"""Plots: ratings over time, and the course of a match. Nothing here draws a board."""
