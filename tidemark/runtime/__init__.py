"""Background work: runs of turns with their events, jobs, and calls that can be cancelled."""
