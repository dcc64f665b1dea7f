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
{{ .root.Values.image.registry }}/{{ .image }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}
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

{{- /* Puts a value into an object, at a path of names and numbers. "-" appends to a list. A value without content removes what
is there. */}}
{{- define "platen.put" -}}
{{- $names := list }}
{{- range splitList "/" .path }}
{{- $names = append $names (replace "~1" "/" .) }}
{{- end }}
{{- $last := last $names }}
{{- $place := .object }}
{{- range $index, $name := initial $names }}
{{- if and (eq $last "-") (eq (add $index 2) (len $names)) }}
{{- $_ := set $place $name (append (get $place $name) $.value) }}
{{- else if kindIs "slice" $place }}
{{- $place = index $place (atoi $name) }}
{{- else }}
{{- $place = get $place $name }}
{{- end }}
{{- end }}
{{- if eq $last "-" }}
{{- else if or .value (regexMatch "int|float" (kindOf .value)) }}
{{- $_ := set $place $last .value }}
{{- else }}
{{- $_ := unset $place $last }}
{{- end }}
{{- end }}
