"""Documents under version control: changed, bound to files, kept as long as the settings say."""
