"""Alembic runs this; the connection is handed over by `bot.schema`."""

from alembic import context

from bot.schema import metadata

context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True
)
with context.begin_transaction():
    context.run_migrations()
