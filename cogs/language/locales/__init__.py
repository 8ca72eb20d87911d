"""The catalogues of each language, their templates, and the program that updates them."""
