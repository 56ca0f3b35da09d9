"""Telemetry: what whoever runs the server sees of it, without a word or a name of anybody."""
