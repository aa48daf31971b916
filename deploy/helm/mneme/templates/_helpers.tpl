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

{{/* The variables that all parts have. */}}
{{- define "mneme.env" -}}
{{- $root := . }}
{{- range list "DATABASE_URL" "KEY_PEPPER" "SERVICE_JWT_KEY" "SECRETS_KEY" }}
{{- include "mneme.secretVariable" (dict "root" $root "name" . "optional" false) }}
{{- end }}
{{- range list "DATABASE_APP_URL" "SECRETS_KEY_PREVIOUS" "QDRANT_API_KEY" "REDIS_URL" "EMBEDDING_API_KEY" "JWT_PUBLIC_KEY" "OTEL_EXPORTER_OTLP_HEADERS" }}
{{- include "mneme.secretVariable" (dict "root" $root "name" . "optional" true) }}
{{- end }}
{{- range $name, $value := .Values.config }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
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
{{- end }}
{{- end }}

{{- define "mneme.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{/* list $ "api" */}}
{{- define "mneme.topologySpread" -}}
{{- $root := index . 0 }}
{{- $part := index . 1 }}
{{- with $root.Values.topologySpread.keys }}
topologySpreadConstraints:
  {{- range . }}
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
