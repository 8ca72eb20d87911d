"""A test with SIGKILL at random moments while members play: nothing may be lost or doubled."""
