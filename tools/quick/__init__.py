"""The tests that a change could break, as many as run in a minute: ``python -m tools.quick``."""
