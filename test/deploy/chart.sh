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

# What must not be installed, each with what Helm says of it.
refused() {
  local fault=$1 said
  shift
  if said=$("$TOOLS/helm" template trial "$chart" --kube-version "$KUBERNETES" "$@" 2>&1 >/dev/null); then
    echo "FAILED: rendered with $*" && failed=1
  elif [[ $said != *"$fault"* ]]; then
    echo "FAILED: $* is refused, but not for $fault: $said" && failed=1
  else
    refusals=$((${refusals:-0} + 1))
  fi
}
refused "secrets"
named=(--set secrets.name=mneme)
refused "'/ingress/hosts': minItems" "${named[@]}" --set ingress.enabled=true
refused "'/api/tolerations/0'" "${named[@]}" --set 'api.tolerations[0].efect=NoSchedule'
refused "'/migration'" "${named[@]}" --set migration.tolerance=x
refused "'/worker/extraVolumeMounts/0'" "${named[@]}" --set 'worker.extraVolumeMounts[0].name=x'
refused "'/api/initContainers/0'" "${named[@]}" --set 'api.initContainers[0].image=x'
refused "'/config'" "${named[@]}" --set config.EMBEDDING_MODEL=openai:m
refused "'/config'" "${named[@]}" --set config.JWT_JWKS_URL=https://id.example.com/jwks
refused "'/config/DATABASE_POOL'" "${named[@]}" --set config.DATABASE_POOL=0
refused "'/backup/schedule'" "${named[@]}" --set backup.schedule=daily
echo "ok   ${refusals:-0} sets of values are refused"

# The notes: what they add up, and what they warn of.
cat >"$TOOLS/too-many.yaml" <<'END'
secrets: { name: mneme }
config: { DATABASE_POOL: 20 }
ingress: { enabled: true, hosts: [memories.example.com] }
END
"$TOOLS/chart" --notes "$chart" "$chart"/ci/{1-minimal,2-production}-values.yaml "$TOOLS/too-many.yaml" >"$TOOLS/notes.txt"
noted() {
  local notes
  notes=$(awk -v name="$1" '/^== /{ within = index($0, name) } within' "$TOOLS/notes.txt")
  if [[ $notes != *"$2"* ]]; then echo "FAILED: the notes of $1 lack: $2" && failed=1; fi
}
noted 1-minimal 'PostgreSQL: 90 at most, (11 API + 7 worker pods) x 5. 97 are free'
noted 2-production 'PostgreSQL: 661 at most, (31 API + 13 worker pods) x 15 + 1 for a backup. 697 are free'
noted too-many 'PostgreSQL: 360 at most'
noted too-many 'WARNING: that does not fit'
noted too-many 'WARNING: config.TRUST_PROXY is not set'
if (($(grep -c WARNING "$TOOLS/notes.txt") != 2)); then echo 'FAILED: a warning for values that are in order' && failed=1; fi
echo 'ok   NOTES.txt'
if "$TOOLS/chart" --compose docker-compose.yml; then echo 'ok   docker-compose.yml'; else failed=1; fi
exit $failed
