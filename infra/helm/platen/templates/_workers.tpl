{{- /* A Deployment of workers, with its account and its budget. A later one of the ConfigMaps has precedence. Call it with the
root context, a name, its values and its ConfigMaps. */}}
{{- define "platen.workers" -}}
{{ include "platen.serviceAccount" . }}
---
{{ include "platen.disruptionBudget" (dict "root" .root "name" .name "budget" (dict "maxUnavailable" "25%")) }}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  {{- include "platen.metadata" . | nindent 2 }}
    app.kubernetes.io/name: {{ .name }}
spec:
  {{- if eq .values.autoscaling.kind "none" }}
  replicas: {{ .values.replicas }}
  {{- end }}
  selector:
    matchLabels:
      app.kubernetes.io/name: {{ .name }}
  strategy:
    rollingUpdate:
      maxUnavailable: 0
      maxSurge: 25%
  template:
    metadata:
      labels:
        app.kubernetes.io/name: {{ .name }}
        app.kubernetes.io/part-of: platen
      annotations:
        # A changed variable starts new pods.
        checksum/config: {{ include "platen.configMaps" .configMaps | sha256sum }}
    spec:
      serviceAccountName: {{ .name }}
      automountServiceAccountToken: false
      enableServiceLinks: false
      # SHUTDOWN_GRACE_MS for documents under way, 10 s to end the browser, and 5 s to spare. No process calls a worker, so
      # it needs no preStop.
      terminationGracePeriodSeconds: 45
      securityContext:
        {{- include "platen.podSecurity" . | nindent 8 }}
        # Allows Chromium's sandbox, which RuntimeDefault does not. k8s/seccomp puts it on the nodes.
        seccompProfile:
          type: Localhost
          localhostProfile: platen/chromium.json
      {{- include "platen.placement" . | nindent 6 }}
      {{- with .values.priorityClassName }}
      priorityClassName: {{ . }}
      {{- end }}
      containers:
        - name: worker
          image: {{ include "platen.image" (dict "root" .root "image" "worker") }}
          envFrom:
            {{- range .configMaps }}
            - configMapRef:
                name: {{ .name }}
            {{- end }}
          env:
            - name: REDIS_URL_FILE
              value: /run/secrets/platen-redis-worker/url
            - name: SERVICE_TOKEN_PUBLIC_KEY_FILE
              value: /run/secrets/platen-verifying-keys/public.pem
            - name: COURIER_TOKEN_PUBLIC_KEY_FILE
              value: /run/secrets/platen-courier-verifying-keys/public.pem
          ports:
            - name: management
              containerPort: 9090
          {{- include "platen.probes" . | nindent 10 }}
          securityContext:
            {{- include "platen.containerSecurity" . | nindent 12 }}
          resources:
            {{- toYaml .values.resources | nindent 12 }}
          volumeMounts:
            - name: tmp
              mountPath: /tmp
            - name: shm
              mountPath: /dev/shm
            {{- include "platen.secretMount" "platen-redis-worker" | nindent 12 }}
            {{- include "platen.secretMount" "platen-authorities" | nindent 12 }}
            {{- include "platen.secretMount" "platen-verifying-keys" | nindent 12 }}
            {{- include "platen.secretMount" "platen-courier-verifying-keys" | nindent 12 }}
      volumes:
        {{- include "platen.memoryVolume" (dict "name" "tmp" "size" "512Mi") | nindent 8 }}
        {{- include "platen.memoryVolume" (dict "name" "shm" "size" "64Mi") | nindent 8 }}
        {{- include "platen.secretVolume" (dict "volume" "platen-redis-worker" "secret" .root.Values.secrets.redisWorker "file" "url") | nindent 8 }}
        {{- include "platen.authoritiesVolume" .root | nindent 8 }}
        {{- include "platen.secretVolume" (dict "volume" "platen-verifying-keys" "secret" .root.Values.secrets.verifyingKeys "file" "public.pem") | nindent 8 }}
        {{- include "platen.secretVolume" (dict "volume" "platen-courier-verifying-keys" "secret" .root.Values.secrets.courierVerifyingKeys "file" "public.pem") | nindent 8 }}
{{- end }}

{{- define "platen.configMaps" -}}
{{- range . }}
{{ .name }}: {{ .data | toJson }}
{{- end }}
{{- end }}
