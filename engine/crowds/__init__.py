"""Crowds: seats of a match that many people hold together.

A crowd moves by relay (whoever comes first) or by votes. The actions of its people are a record of
entries, as a match is a record of events. The crowd's orders to the match follow from that record.
"""
