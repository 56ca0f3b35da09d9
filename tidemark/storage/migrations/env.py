"""What Alembic runs to migrate: on the connection it is given, in the transaction that is open."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
