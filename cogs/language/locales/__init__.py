"""The catalogues: one folder a language. ``make texts`` brings them up to date."""
