"""Settings, from the environment and `.env`; the keys are documented in `.env.example`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


def _capitals(value: object) -> object:
    return value.upper() if isinstance(value, str) else value


class Settings(BaseSettings):
    """Each field is read from the environment variable of its name in capitals, then from `.env`.

    Raises pydantic's `ValidationError` for a value that cannot be read or is missing.
    """

    model_config = SettingsConfigDict(env_file=".env", extra="ignore", env_ignore_empty=True)

    discord_token: SecretStr = Field(min_length=1)
    database_url: str = "sqlite+aiosqlite:///myllymatti.db"
    dev_guild_id: int | None = None
    computer_pace_min: float = Field(default=1.0, ge=0, le=60)
    computer_pace_max: float = Field(default=2.0, ge=0, le=60)
    thinkers: int = Field(default=1, ge=1, le=64)
    turn_seconds: float = Field(default=180, ge=30, le=86_400)
    lobby_seconds: float = Field(default=900, ge=60, le=86_400)
    tables_per_server: int = Field(default=25, ge=1)
    tables_per_person: int = Field(default=5, ge=1)
    paint_seconds: float = Field(default=1.0, ge=0, le=60)
    log_level: Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(_capitals)] = "INFO"
