"""The commands of the command line that are more than a few lines, a module for each family."""
