"""What those who run the bot see of it and say to it: log, figures, whether it is well, orders."""
