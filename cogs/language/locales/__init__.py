"""The catalogues: a folder a language, and ``templates``. ``make texts`` brings them up to date."""
