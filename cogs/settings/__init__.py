"""The settings of members and servers, and privacy: the data stored about a person."""
