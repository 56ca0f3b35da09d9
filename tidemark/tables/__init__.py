"""Tables of sources: read from files, stored in DuckDB, queried with SQL, shown in charts.

Nothing here knows the database of the conversations.  SQL runs in a process of its own, without
access to files, network or settings (``tidemark.tables.sandbox``).
"""
