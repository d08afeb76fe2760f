"""What every test of the project may use."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "errors_expected(pattern): each error that is logged matches the pattern, and one is"
    )


# The gate tries the same examples each time, so that it stops what a change broke and nothing else; on a
# developer's machine each run looks somewhere else.
settings.register_profile("gate", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("gate")
