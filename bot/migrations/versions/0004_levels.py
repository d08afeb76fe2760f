"""How strong computers play."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("seats", sa.Column("level", sa.Text))
    # Every computer was the careful player so far. Who keeps a person's seat has no level.
    op.execute("UPDATE seats SET level = 'normal' WHERE computer IS NOT NULL AND user_id IS NULL")
