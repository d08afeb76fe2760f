# The steps are those of `make run`: the pinned packages by their hashes, then the project without fetching more.
# Python 3.11 is what the tests run on.

# The whole image has a C compiler, for the computers' core; what is built runs in the slim one.
FROM python:3.11 AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python -m venv /opt/venv
ENV PATH=/opt/venv/bin:$PATH
WORKDIR /src
# First what changes seldom, so that a change of code builds from here on only.
COPY requirements/run.txt requirements/
RUN python -m pip install --require-hashes -r requirements/run.txt
COPY pyproject.toml LICENSE ./
COPY engine engine/
COPY bot bot/
COPY cogs cogs/
RUN python -m pip install --no-deps --no-build-isolation . \
    && python -m pip uninstall --yes setuptools pip

FROM python:3.11-slim
RUN useradd --system --uid 10001 --user-group --home-dir /data --shell /usr/sbin/nologin myllymatti \
    && install --directory --owner myllymatti --group myllymatti /data
COPY --from=build /opt/venv /opt/venv
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    DATABASE_URL=sqlite+aiosqlite:////data/myllymatti.db
USER myllymatti
WORKDIR /data
VOLUME /data
# A bot that lost Discord for good keeps its process: only its heartbeat tells.
HEALTHCHECK --interval=60s --timeout=10s --start-period=60s --retries=3 CMD ["myllymatti", "health"]
# exec: the bot itself, not a shell, gets the signal that ends the container.
CMD ["sh", "-c", "myllymatti migrate && exec myllymatti run"]
