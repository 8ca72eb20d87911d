"""SIGKILL at random moments while members play: nothing may be lost, doubled or left half done."""
