# A browser for the tests of the console and of the API reference: Debian's Chromium, installed where missing.

provide_chromium() {
  if ! command -v chromium >/dev/null; then
    if ((EUID != 0)); then
      echo 'Chromium is missing, and only root can install it: apt-get install chromium' >&2
      return 1
    fi
    DEBIAN_FRONTEND=noninteractive apt-get update -qq &&
      DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null || return 1
  fi
  chromium --version
}
