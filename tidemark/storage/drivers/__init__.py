"""Drivers: how SQLite and PostgreSQL are addressed and opened, and what their errors mean."""
