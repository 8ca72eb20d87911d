"""Programs for developers of Damier: measuring, playing, attacking, fitting."""
