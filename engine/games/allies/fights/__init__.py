"""The fights of Les Alliés: strokes, whose turn it is, how fights end, and what is told of them."""
