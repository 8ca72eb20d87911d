"""Programs for those who work on Damier, one a package: measuring, playing, attacking, fitting."""
