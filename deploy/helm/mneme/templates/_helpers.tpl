{{- define "mneme.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "mneme.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" }}
{{- else if contains (include "mneme.name" .) .Release.Name }}
{{- .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name (include "mneme.name" .) | trunc 50 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{/* What a part is found by; never changes: list $ "api" */}}
{{- define "mneme.selector" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: {{ include "mneme.name" $root }}
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{/* list $ "api" */}}
{{- define "mneme.labels" -}}
{{- $root := index . 0 -}}
{{ include "mneme.selector" . }}
app.kubernetes.io/version: {{ $root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name $root.Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "mneme.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}
{{- end }}

{{/* Of the migration: the chart's own account does not exist yet when the hook runs for the first time. */}}
{{- define "mneme.migrationAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{ include "mneme.fullname" . }}-migration
{{- else -}}
{{ include "mneme.serviceAccount" . }}
{{- end }}
{{- end }}

{{- define "mneme.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{ .Values.serviceAccount.name | default (include "mneme.fullname" .) }}
{{- else -}}
{{ .Values.serviceAccount.name | default "default" }}
{{- end }}
{{- end }}

{{/* One variable from a Secret: dict "root" $ "name" "KEY_PEPPER" "optional" false */}}
{{- define "mneme.secretVariable" -}}
{{- $secrets := .root.Values.secrets }}
{{- $other := get $secrets.from .name | default dict }}
- name: {{ .name }}
  valueFrom:
    secretKeyRef:
      name: {{ $other.name | default (required "secrets.name: the name of an existing Secret" $secrets.name) }}
      key: {{ $other.key | default .name }}
      {{- if .optional }}
      optional: true
      {{- end }}
{{- end }}

{{/*
The variables of a part: list $ "api". The migration alone has the login that migrates; API and worker have the
application's, unless there is no migration and each start migrates.
*/}}
{{- define "mneme.env" -}}
{{- $root := index . 0 }}
{{- $migrates := or (eq (index . 1) "migration") (not $root.Values.migration.enabled) }}
{{- $serves := ne (index . 1) "migration" }}
{{- if $migrates }}
{{- include "mneme.secretVariable" (dict "root" $root "name" "DATABASE_URL" "optional" false) }}
{{- end }}
{{- if $serves }}
{{- include "mneme.secretVariable" (dict "root" $root "name" "DATABASE_APP_URL" "optional" $migrates) }}
{{- end }}
{{- range list "KEY_PEPPER" "SERVICE_JWT_KEY" "SECRETS_KEY" }}
{{- include "mneme.secretVariable" (dict "root" $root "name" . "optional" false) }}
{{- end }}
{{- range list "KEY_PEPPER_PREVIOUS" "SERVICE_JWT_KEY_PREVIOUS" "SECRETS_KEY_PREVIOUS" "QDRANT_API_KEY" "REDIS_URL" "EMBEDDING_API_KEY" "INTELLIGENCE_API_KEY" "JWT_PUBLIC_KEY" "OTEL_EXPORTER_OTLP_HEADERS" }}
{{- include "mneme.secretVariable" (dict "root" $root "name" . "optional" true) }}
{{- end }}
{{- range $name, $value := $root.Values.config }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- end }}

{{/* Labels and annotations of a part's pods: list $ "api" (dict of its values) */}}
{{- define "mneme.podMetadata" -}}
labels:
  {{- include "mneme.labels" . | nindent 2 }}
  {{- with (index . 2).podLabels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with (index . 2).podAnnotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* What every pod has: list $ "api" (dict of its values) */}}
{{- define "mneme.podSettings" -}}
{{- $root := index . 0 }}
{{- with $root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
{{- with index . 2 }}
{{- with .priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .initContainers }}
initContainers:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
{{- end }}

{{/* Volumes of the pod that an operator adds: dict of its values */}}
{{- define "mneme.extraVolumes" -}}
{{- with .extraVolumes }}
volumes:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* What an operator adds to a container beside variables: dict of its values */}}
{{- define "mneme.extraContainer" -}}
{{- with .extraEnvFrom }}
envFrom:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .extraVolumeMounts }}
volumeMounts:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Annotations of what the migration needs, in the order of their weights: -5 before, 0 the job itself. */}}
{{- define "mneme.migrationHook" -}}
helm.sh/hook: pre-install,pre-upgrade,pre-rollback
helm.sh/hook-weight: {{ . | toString | quote }}
helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
{{- end }}

{{- define "mneme.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{/* A part's own constraints, or those of topologySpread: list $ "api" (dict of its values) */}}
{{- define "mneme.topologySpread" -}}
{{- $root := index . 0 }}
{{- $part := index . 1 }}
{{- if (index . 2).topologySpreadConstraints }}
topologySpreadConstraints:
  {{- toYaml (index . 2).topologySpreadConstraints | nindent 2 }}
{{- else if $root.Values.topologySpread.keys }}
topologySpreadConstraints:
  {{- range $root.Values.topologySpread.keys }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: {{ $root.Values.topologySpread.whenUnsatisfiable }}
    labelSelector:
      matchLabels:
        {{- include "mneme.selector" (list $root $part) | nindent 8 }}
    matchLabelKeys: [pod-template-hash]
  {{- end }}
{{- end }}
{{- end }}

{{/* A Deployment's pods at most, one more while they are replaced: dict of its values */}}
{{- define "mneme.podsAtMost" -}}
{{- add 1 (ternary .autoscaling.maxReplicas .replicas .autoscaling.enabled) }}
{{- end }}

{{- define "mneme.pool" -}}
{{- .Values.config.DATABASE_POOL | default 20 | int }}
{{- end }}

{{/* Connections to PostgreSQL at most: both Deployments fully scaled and being replaced, and a backup. */}}
{{- define "mneme.connections" -}}
{{- $pods := add (include "mneme.podsAtMost" .Values.api) (include "mneme.podsAtMost" .Values.worker) }}
{{- add (mul $pods (include "mneme.pool" .)) (ternary 1 0 .Values.backup.enabled) }}
{{- end }}

{{- define "mneme.connectionsSum" -}}
({{ include "mneme.podsAtMost" .Values.api }} API + {{ include "mneme.podsAtMost" .Values.worker }} worker pods) x {{ include "mneme.pool" . }}{{ if .Values.backup.enabled }} + 1 for a backup{{ end }}
{{- end }}

{{/* Three probes on the container's port `http`. Model and migrations may take their time at the start. */}}
{{- define "mneme.probes" -}}
startupProbe:
  httpGet: { path: /health/live, port: http }
  periodSeconds: 2
  timeoutSeconds: 3
  failureThreshold: 90
livenessProbe:
  httpGet: { path: /health/live, port: http }
  periodSeconds: 10
  timeoutSeconds: 3
  failureThreshold: 3
readinessProbe:
  httpGet: { path: /health/ready, port: http }
  periodSeconds: 2
  timeoutSeconds: 3
  failureThreshold: 2
{{- end }}
