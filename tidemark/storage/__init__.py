"""Where everything is kept: tables, one module per store, migrations."""
