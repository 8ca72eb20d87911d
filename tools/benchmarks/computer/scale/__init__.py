"""The scale of levels: series between them, and the ratings that follow from the results."""
