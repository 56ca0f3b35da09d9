"""Script that Alembic runs to migrate, using the connection and transaction it is given."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
