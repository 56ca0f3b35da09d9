"""Telemetry: the operator's view of the server, without any text or name of a person."""
