"""What tables wait for, and why they ended; who sits how."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("games", sa.Column("turn_seconds", sa.Integer))
    op.execute("UPDATE games SET turn_seconds = 180")  # what every turn had so far
    for name in ("remind_at", "vote_until", "paused_at"):
        op.add_column("games", sa.Column(name, sa.DateTime(timezone=True)))
    op.add_column("games", sa.Column("why", sa.Text))
    op.create_index("tables_of_a_channel", "games", ["channel_id", "id"])
    op.add_column("seats", sa.Column("since", sa.DateTime(timezone=True)))
    op.add_column("seats", sa.Column("missed", sa.Integer, nullable=False, server_default=sa.text("0")))
    for name in ("left", "agrees"):
        op.add_column("seats", sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false()))
    # Until now a computer kept a person's seat only when that person had left.
    op.execute('UPDATE seats SET "left" = 1 WHERE user_id IS NOT NULL AND computer IS NOT NULL')
