"""Tables of sources: read from files, kept in DuckDB, asked by SQL, shown in charts.

Nothing here knows the database of the conversations.  SQL runs in a process of its own, which
reaches no file, network or setting (``tidemark.tables.sandbox``).
"""
