"""Crowds: seats of a match that many people hold together.

A crowd moves by relay (whoever comes first) or by votes. Its people's actions are a record of
entries, as a match is of events; the orders to the match follow from it.
"""
