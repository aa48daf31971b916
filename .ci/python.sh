# A virtual environment in $WORK for packages/python, with the packages of requirements-dev.txt, each held against a
# hash. Python is the machine's own: 3.10 or newer, with venv, installed from Debian where venv is missing.

PYTHON=

provide_python() {
  if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
    if ((EUID != 0)); then
      echo 'python3 with venv is missing, and only root can install it: apt-get install python3-venv' >&2
      return 1
    fi
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq && apt-get install -y -qq --no-install-recommends python3-venv >/dev/null || return 1
  fi
  python3 -c 'import sys; assert sys.version_info >= (3, 10), sys.version' || return 1
  python3 -m venv "$WORK/python" || return 1
  "$WORK/python/bin/pip" install --quiet --disable-pip-version-check --no-cache-dir --no-compile --only-binary :all: \
    --require-hashes -r packages/python/requirements-dev.txt || return 1
  PYTHON=$WORK/python/bin/python
  "$PYTHON" --version
}

# in_python COMMAND...: in the package's folder; caches go to $WORK
in_python() { (cd packages/python && env -u MNEME_TEST_URL MYPY_CACHE_DIR="$WORK/mypy" RUFF_NO_CACHE=true \
  PYTHONDONTWRITEBYTECODE=1 "$PYTHON" "$@"); }

python_style() { in_python -m ruff check . && in_python -m ruff format --check .; }

# What an installation gets: the wheel, in an environment of its own, with its types.
python_wheel() {
  "$WORK/python/bin/pip" wheel --quiet --disable-pip-version-check --no-deps -w "$WORK/wheel" ./packages/python &&
    "$PYTHON" -m zipfile -e "$WORK"/wheel/mneme-*.whl "$WORK/wheel/mneme" &&
    test -f "$WORK/wheel/mneme/mneme/py.typed" &&
    (cd "$WORK/wheel/mneme" && "$PYTHON" -c 'import mneme; print("mneme", mneme.__version__, mneme.__file__)')
}

# python_tests NAME: pytest, counted test by test
python_tests() {
  local name=$1 started=$SECONDS code=0 report=$WORK/pytest.xml counts good bad
  note "$name"
  in_python -m pytest --quiet --tb=short --junitxml="$report" --basetemp="$WORK/pytest" || code=$?
  counts=$("$PYTHON" .ci/pytest-counts.py "$report" "$code")
  # shellcheck disable=SC2086
  count "$name" $counts
  read -r good bad <<<"$counts"
  echo "--- $name: $good passed, $bad failed in $((SECONDS - started)) s"
}
