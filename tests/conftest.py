"""What every test of the project may use."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "errors_expected(pattern): each error that is logged matches the pattern, and one is"
    )
