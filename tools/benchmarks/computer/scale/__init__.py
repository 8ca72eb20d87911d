"""The scale: series between the levels of a game, and the figures that follow from them."""
