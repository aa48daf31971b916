# Go, for Helm and the check of the chart: the machine's own where it is new enough to fetch what a module asks for
# (1.21), else the toolchain of the Go module proxy, into $WORK, held against a checksum.

GO_VERSION=1.26.8
GO_SHA256=30c2b1bf7dcc88d3eb0a1364e47ddd9128edb3110a30e8a0ef61cd5856b31de7

provide_go() {
  if command -v go >/dev/null && [[ $(go env GOVERSION) =~ ^go1\.([0-9]+) ]] && ((BASH_REMATCH[1] >= 21)); then
    go version
    return 0
  fi
  if [[ $(uname -sm) != 'Linux x86_64' ]]; then
    echo 'Go 1.21 or newer is missing: https://go.dev/dl' >&2
    return 1
  fi
  local name=golang.org/toolchain@v0.0.1-go$GO_VERSION.linux-amd64 zip=$WORK/go.zip
  node -e "fetch('https://proxy.golang.org/golang.org/toolchain/@v/${name#*@}.zip').then(async (answer) => {
    require('node:fs').writeFileSync('$zip', Buffer.from(await answer.arrayBuffer())) })" || return 1
  echo "$GO_SHA256  $zip" | sha256sum --check --quiet || return 1
  command -v unzip >/dev/null || apt-get install -y -qq --no-install-recommends unzip >/dev/null || return 1
  unzip -q "$zip" -d "$WORK/go" && rm "$zip" || return 1
  export PATH=$WORK/go/$name/bin:$PATH
  chmod -R +x "$WORK/go/$name/bin" "$WORK/go/$name/pkg/tool"
  go version
}
