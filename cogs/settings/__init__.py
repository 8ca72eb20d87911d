"""The settings of members, servers and owners, and privacy: the data stored about a person."""
