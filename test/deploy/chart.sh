#!/usr/bin/env bash
# Lints and renders the Helm chart with the real Helm for every set of values in its folder ci/, and checks what comes
# out: strictly as Kubernetes' own types, against Kubernetes' own schemas, and as a whole. Loads docker-compose.yml as
# `docker compose` does. Helm and the check are built from pinned Go modules (chart/go.mod, checksums in chart/go.sum)
# into TOOLS, a folder that may be kept; Go 1.26 or newer is wanted (any Go from 1.21 on fetches it).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
command -v go >/dev/null || { echo 'Go is missing: apt-get install golang, or https://go.dev/dl' >&2 && exit 1; }

TOOLS=${TOOLS:-${TMPDIR:-/tmp}/mneme-chart-tools}
KUBERNETES=1.36.3
chart=deploy/helm/mneme
mkdir -p "$TOOLS"
# Unoptimised: they run for a second, and are built twice as fast.
(cd test/deploy/chart && GOFLAGS=-buildvcs=false go build -gcflags='all=-N -l' -ldflags='-s -w' \
  -o "$TOOLS/" helm.sh/helm/v3/cmd/helm .)
# Only its schemas are wanted, and its checksum is asked of sum.golang.org.
schemas=$(cd "$TOOLS" && go mod download -json "k8s.io/kubernetes@v$KUBERNETES" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p')/api/openapi-spec/v3
"$TOOLS/helm" version --short

failed=0
for values in "$chart"/ci/*-values.yaml; do
  if "$TOOLS/helm" lint --strict --quiet "$chart" --kube-version "$KUBERNETES" --values "$values" &&
    "$TOOLS/helm" template trial "$chart" --namespace memories --kube-version "$KUBERNETES" --values "$values" \
      >"$TOOLS/rendered.yaml" && "$TOOLS/chart" "$schemas" <"$TOOLS/rendered.yaml"; then
    echo "ok   $(basename "$values"): $(grep -c '^kind:' "$TOOLS/rendered.yaml") manifests"
  else
    echo "FAILED $values" && failed=1
  fi
done
if "$TOOLS/helm" template trial "$chart" --kube-version "$KUBERNETES" >/dev/null 2>&1; then
  echo 'FAILED: rendered without the name of a Secret' && failed=1
fi
if "$TOOLS/chart" --compose docker-compose.yml; then echo 'ok   docker-compose.yml'; else failed=1; fi
exit $failed
