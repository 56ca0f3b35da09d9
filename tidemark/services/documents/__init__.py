"""Documents under version control: changed, bound to files, retained as the settings say."""
