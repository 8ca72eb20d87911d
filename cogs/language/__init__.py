"""The languages: catalogues of translations, and the words that people may type in any language.

Texts of one activity belong to the activity's own package. Nothing here imports the client or the
store, except the program that updates the catalogues.
"""
