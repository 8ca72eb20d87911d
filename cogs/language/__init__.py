"""The languages: catalogues of translations, and words that members may type in any of them.

Texts of one activity belong to its own room; nothing here knows the client or the store.
"""
