"""Random members who play matches through the real bot, and an audit of the results."""
