"""Programs for developers of Damier, one per package: measuring, playing, attacking, fitting."""
