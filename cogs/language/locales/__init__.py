"""The catalogues: a folder for each language, and ``templates``. ``make texts`` updates them."""
