{{- define "platen.labels" -}}
app.kubernetes.io/part-of: platen
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version | replace "+" "_" }}
{{- end }}

{{- /* The metadata of an object: call it with the root context and the object's name. */}}
{{- define "platen.metadata" -}}
name: {{ .name }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "platen.labels" .root | nindent 2 }}
{{- end }}

{{- define "platen.image" -}}
{{- if not .root.Values.image.registry }}
{{- fail "image.registry is missing. Set it to the registry with the images platen-gateway, platen-catalog, platen-worker and platen-courier, such as `--set image.registry=registry.example`." }}
{{- end -}}
{{ .root.Values.image.registry }}/platen-{{ .image }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}
{{- end }}

{{- /* A list of networks, each an `ipBlock`. A policy without networks would allow all addresses. */}}
{{- define "platen.networks" -}}
{{- if not .networks }}
{{- fail (printf "%s.networks is empty. Name the networks of %s, such as `--set %s.networks={192.0.2.10/32}`, or set networkPolicies.enabled to false." .of .title .of) }}
{{- end }}
{{- range .networks }}
{{- if not (regexMatch "^[0-9a-fA-F.:]+/[0-9]+$" .) }}
{{- fail (printf "%s.networks has %q, which is not a network. Policies know no host names: give the addresses, such as 192.0.2.10/32." $.of .) }}
{{- end }}
- ipBlock:
    cidr: {{ . }}
{{- end }}
{{- end }}

{{- /* Values of a ConfigMap are texts. A large number of a values file must not turn into 1e+06. */}}
{{- define "platen.config" -}}
{{- range $name, $value := . }}
{{ $name }}: {{ (kindIs "float64" $value | ternary ($value | int64) $value) | toString | quote }}
{{- end }}
{{- end }}

{{- define "platen.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
# Root owns the files of secrets. This group may read them.
fsGroup: 1000
{{- end }}

{{- define "platen.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop:
    - ALL
{{- end }}

{{- define "platen.probes" -}}
startupProbe:
  httpGet:
    path: /startupz
    port: management
  periodSeconds: 2
  timeoutSeconds: 2
  failureThreshold: 30
livenessProbe:
  httpGet:
    path: /livez
    port: management
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 3
readinessProbe:
  httpGet:
    path: /readyz
    port: management
  periodSeconds: 2
  timeoutSeconds: 2
  failureThreshold: 2
{{- end }}

{{- define "platen.placement" -}}
topologySpreadConstraints:
  {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - topologyKey: {{ . }}
    maxSkew: 1
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        app.kubernetes.io/name: {{ $.name }}
    matchLabelKeys:
      - pod-template-hash
  {{- end }}
{{- with .values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- /* The volume with one key of a Secret. Its name and the name of its file are those of the images, whatever the Secret's. */}}
{{- define "platen.secretVolume" -}}
- name: {{ .volume }}
  secret:
    secretName: {{ .secret.name }}
    defaultMode: 288 # 0440
    items:
      - key: {{ .secret.key }}
        path: {{ .file }}
{{- end }}

{{- define "platen.authoritiesVolume" -}}
- name: platen-authorities
  secret:
    secretName: {{ .Values.secrets.authorities.name }}
    defaultMode: 288 # 0440
    optional: true
{{- end }}

{{- define "platen.secretMount" -}}
- name: {{ . }}
  mountPath: /run/secrets/{{ . }}
  readOnly: true
{{- end }}

{{- define "platen.memoryVolume" -}}
- name: {{ .name }}
  emptyDir:
    medium: Memory
    sizeLimit: {{ .size }}
{{- end }}

{{- define "platen.serviceAccount" -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  {{- include "platen.metadata" . | nindent 2 }}
automountServiceAccountToken: false
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end }}

{{- define "platen.service" -}}
apiVersion: v1
kind: Service
metadata:
  {{- include "platen.metadata" . | nindent 2 }}
spec:
  selector:
    app.kubernetes.io/name: {{ .name }}
  ports:
    - name: http
      port: 8080
      targetPort: http
{{- end }}

{{- define "platen.disruptionBudget" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  {{- include "platen.metadata" . | nindent 2 }}
spec:
  {{- toYaml .budget | nindent 2 }}
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      app.kubernetes.io/name: {{ .name }}
{{- end }}

{{- define "platen.configMap" -}}
apiVersion: v1
kind: ConfigMap
metadata:
  {{- include "platen.metadata" . | nindent 2 }}
data:
  {{- include "platen.config" .data | nindent 2 }}
{{- end }}

{{- define "platen.cpuAutoscaler" -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  {{- include "platen.metadata" . | nindent 2 }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ .name }}
  minReplicas: {{ .scaling.least }}
  maxReplicas: {{ .scaling.most }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: {{ .scaling.cpuPercent }}
  behavior:
    scaleDown:
      stabilizationWindowSeconds: 300
      policies:
        - type: Pods
          value: 1
          periodSeconds: 60
{{- end }}

{{- define "platen.tracing" -}}
{{- if .Values.tracing.enabled }}
OTEL_EXPORTER_OTLP_ENDPOINT: http://opentelemetry-collector.{{ .Values.tracing.namespace }}.svc:4318
OTEL_TRACES_SAMPLER: traceidratio
OTEL_TRACES_SAMPLER_ARG: {{ .Values.tracing.share | quote }}
{{- end }}
{{- end }}

{{- /* A selector of pods by a list of names. */}}
{{- define "platen.names" -}}
matchExpressions:
  - key: app.kubernetes.io/name
    operator: In
    values:
      {{- toYaml . | nindent 6 }}
{{- end }}

{{- define "platen.dnsServers" -}}
- namespaceSelector:
    matchLabels:
      kubernetes.io/metadata.name: kube-system
  podSelector:
    matchLabels:
      k8s-app: kube-dns
# The address of NodeLocal DNSCache, a DNS cache on each node.
- ipBlock:
    cidr: 169.254.20.10/32
{{- end }}

{{- define "platen.dnsPorts" -}}
- protocol: UDP
  port: 53
- protocol: TCP
  port: 53
{{- end }}
