# Every target makes .venv by itself, from the hash-pinned files in requirements/.
# Another Python: make test PYTHON=python3.13     More words for pytest: make test ARGS="-k trump"

PYTHON ?= python3
BIN := .venv/bin
STAMPS := .venv/stamps
CODE := engine bot cogs tests benchmarks

# pip talks only when something goes wrong, and uses nothing but the pinned files.
export PIP_DISABLE_PIP_VERSION_CHECK := 1
PIP := $(BIN)/python -m pip install -qq
OLD_ENOUGH = $(shell $(PYTHON) -c 'import sys; print(sys.version_info >= (3, 11))' 2>/dev/null)
# Two more than there are cores: tests that wait for a browser, a disk or another process leave them idle.
WORKERS = $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 2)')
COMPILE := $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-emit-find-links \
	--custom-compile-command "make lock" pyproject.toml --group build

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help demo run test check bench format texts art shots lock clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-7s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

demo: $(STAMPS)/demo ## play on a simulated Discord in the browser; no account, no token
	@$(BIN)/python -m bot demo $(ARGS)

run: $(STAMPS)/run ## run the bot on Discord (needs .env, see .env.example)
	@$(BIN)/python -m bot run $(ARGS)

test: $(STAMPS)/dev ## run the tests
	@$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(ARGS)

check: $(STAMPS)/dev ## lint, format, types, imports
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

bench: $(STAMPS)/bench ## measure the engine beside OpenSpiel's, pictures, the table of losers
	@$(BIN)/python -m benchmarks $(ARGS)

format: $(STAMPS)/dev ## put the code in shape
	$(BIN)/ruff check --fix $(CODE)
	$(BIN)/ruff format $(CODE)

texts: $(STAMPS)/dev ## gather the sentences for translators, compile the catalogues
	$(BIN)/pybabel -q extract -k t -k number:1,2 -k self -k locale_str --omit-header --sort-output --no-location \
		-o bot/locales/myllymatti.pot bot cogs
	@for po in bot/locales/*/LC_MESSAGES/myllymatti.po; do [ ! -e "$$po" ] || { \
		$(BIN)/pybabel -q update --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date -i bot/locales/myllymatti.pot -o "$$po" \
			-l "$$(basename "$$(dirname "$$(dirname "$$po")")")" && \
		$(BIN)/pybabel -q compile -i "$$po" -o "$${po%.po}.mo"; }; done

art: $(STAMPS)/dev ## cut the court heads out of ARGS=package.tgz (npm pack @heruka_urgyen/react-playing-cards@0.5.0)
	@$(BIN)/python -m docs.art $(ARGS)

shots: $(STAMPS)/dev ## play a game on the demo's page in Chromium, take the README's pictures
	@$(BIN)/python -m docs.shots

# dev holds run and demo; the others take its versions, so that all agree.
lock: $(STAMPS)/dev ## pin pyproject.toml's packages anew (ARGS=--upgrade: to their newest)
	$(COMPILE) --extra dev -o requirements/dev.txt $(ARGS)
	$(COMPILE) --constraint requirements/dev.txt -o requirements/run.txt $(ARGS)
	$(COMPILE) --constraint requirements/dev.txt --extra demo -o requirements/demo.txt $(ARGS)
	$(COMPILE) --constraint requirements/dev.txt --extra bench -o requirements/bench.txt $(ARGS)
	@! grep -nE '://|^-' requirements/*.txt || { echo "requirements/ must hold no address and no option"; exit 1; }

clean: ## remove .venv, caches and built files; games and .env stay
	rm -rf .venv build dist *.egg-info .pytest_cache .hypothesis .mypy_cache .ruff_cache .import_linter_cache
	rm -f engine/fast/*.so engine/fast/*.pyd
	find $(CODE) -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# A set's stamp is older than its file, pyproject.toml or the C core: install the set, then the project, from here.
$(STAMPS)/%: requirements/%.txt pyproject.toml $(wildcard engine/fast/*.[ch]) $(STAMPS)/venv
	@echo "Setting up .venv for $* (once, and when requirements/$*.txt changes) …"
	@$(PIP) --require-hashes -r $<
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(STAMPS)/venv:
	@$(if $(filter True,$(OLD_ENOUGH)),,$(error Python 3.11 or newer is needed, and $(PYTHON) is not: try make $(MAKECMDGOALS) PYTHON=python3.13))
	@$(PYTHON) -m venv .venv
	@mkdir -p $(STAMPS)
	@touch $@
