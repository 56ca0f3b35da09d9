"""Files of other programs coming in: told apart by what they hold, read one at a time."""
