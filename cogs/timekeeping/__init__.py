"""Time: what Discord's clock says, and what is done at intervals."""
