"""Drivers: addresses, connections and errors of SQLite and PostgreSQL."""
