"""The services that faces call: one module for each capability."""
