"""Storage: tables, one module for each store, the search index, migrations."""
