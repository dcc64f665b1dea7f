import type { Mutation } from "./mutation.ts";

const pod = "/spec/template/spec";
const container = `${pod}/containers/0`;
const gatewayConfig = (key: string, value?: string): Mutation => ["ConfigMap gateway", `/data/${key}`, value];
const workerConfig = (key: string, value?: string): Mutation => ["ConfigMap worker", `/data/${key}`, value];
const env = (title: string, variable: unknown): Mutation => [title, `${container}/env/-`, variable];
const secret = (name: string, key: string) => ({ name: "A", valueFrom: { secretKeyRef: { name, key } } });

/** For the test of the rules: what each of them finds. Every mutation makes the rule that it stands under fail. */
export const mutations: Readonly<Record<string, readonly Mutation[]>> = {
  "does not run as root": [
    ["Deployment gateway", `${pod}/securityContext/runAsNonRoot`, false],
    ["Job migrate", `${pod}/securityContext/runAsUser`, 0],
    ["Deployment catalog", `${pod}/securityContext`],
  ],
  "has no token of the cluster's API": [
    ["Deployment worker", `${pod}/automountServiceAccountToken`],
    ["Deployment worker", `${pod}/serviceAccountName`],
  ],
  "gets no variables named after services": [["Deployment catalog", `${pod}/enableServiceLinks`]],
  "shares nothing with its node": [
    ["Deployment worker", `${pod}/hostNetwork`, true],
    ["Deployment worker", `${pod}/hostPID`, true],
    ["Deployment worker", `${pod}/hostIPC`, true],
    ["Deployment worker", `${pod}/volumes/0/hostPath`, { path: "/" }],
    ["Deployment gateway", `${container}/ports/0/hostPort`, 80],
  ],
  "makes only the system calls that it needs": [
    ["Deployment worker", `${pod}/securityContext/seccompProfile`, { type: "RuntimeDefault" }],
    ["Deployment gateway", `${pod}/securityContext/seccompProfile`, { type: "Unconfined" }],
    ["Deployment gateway", `${container}/securityContext/seccompProfile`, { type: "Unconfined" }],
  ],
  "writes to memory and to claimed volumes only, within limits": [
    ["Deployment worker", `${pod}/volumes/0/emptyDir/medium`],
    ["Deployment gateway", `${pod}/volumes/0/emptyDir/sizeLimit`],
  ],
  "has a /tmp": [["Deployment gateway", `${container}/volumeMounts/0/mountPath`, "/var/tmp"]],
  "cannot write to its image": [["Job migrate", `${container}/securityContext/readOnlyRootFilesystem`]],
  "has no capability": [
    ["Deployment worker", `${container}/securityContext/capabilities/drop`, ["NET_RAW"]],
    ["Deployment worker", `${container}/securityContext/capabilities/add`, ["SYS_ADMIN"]],
  ],
  "gains no privilege": [
    ["Deployment catalog", `${container}/securityContext/allowPrivilegeEscalation`],
    ["Deployment catalog", `${container}/securityContext/privileged`, true],
    ["Deployment catalog", `${container}/securityContext/runAsUser`, 0],
  ],
  "is given the memory that it may use": [
    ["Deployment catalog", `${container}/resources/limits/memory`],
    ["Deployment catalog", `${container}/resources/requests/memory`, "64Mi"],
  ],
  "may use a CPU that is free": [
    ["Deployment worker", `${container}/resources/limits/cpu`, "2"],
    ["Job migrate", `${container}/resources/requests/cpu`],
  ],
  "has volumes in memory that fit into it": [["Deployment gateway", `${pod}/volumes/0/emptyDir/sizeLimit`, "1Gi"]],
  "asks each question where it is answered": [
    ["Deployment gateway", `${container}/readinessProbe/httpGet/path`, "/livez"],
    ["Deployment worker", `${container}/livenessProbe/httpGet/path`, "/readyz"],
    ["Deployment catalog", `${container}/livenessProbe/httpGet/port`, "http"],
    ["Deployment worker", `${container}/startupProbe`],
  ],
  "restarts a pod neither at a hiccup nor late": [
    ["Deployment worker", `${container}/livenessProbe/failureThreshold`, 1],
    ["Deployment gateway", `${container}/livenessProbe/periodSeconds`, 60],
  ],
  "gives a pod a minute to start": [["Deployment worker", `${container}/startupProbe/failureThreshold`, 5]],
  "stops sending requests to a pod that says so within 5 s": [
    ["Deployment gateway", `${container}/readinessProbe/failureThreshold`, 5],
  ],
  "asks a database whether it is ready": [["StatefulSet postgres", `${container}/readinessProbe`]],
  "serves on for a while after it was told to stop, until nobody sends requests any more": [
    ["Deployment gateway", `${container}/lifecycle`],
    ["Deployment catalog", `${container}/lifecycle/preStop/sleep/seconds`, 1],
  ],
  "may take as long to stop as it needs, and 5 s more": [
    ["Deployment catalog", `${pod}/terminationGracePeriodSeconds`, 20],
    ["Deployment worker", `${pod}/terminationGracePeriodSeconds`],
    gatewayConfig("RENDER_DEADLINE_MS", "60000"),
    gatewayConfig("SHUTDOWN_DELAY_MS", "30000"),
    workerConfig("SHUTDOWN_GRACE_MS", "60000"),
  ],
  "says how many documents a worker prints at once, since it would count the node's CPUs": [
    workerConfig("RENDER_CONCURRENCY"),
  ],
  "has memory for each document at once": [
    workerConfig("RENDER_CONCURRENCY", "4"),
    ["Deployment worker", `${pod}/volumes/0/emptyDir/sizeLimit`, "1Gi"],
    ["Deployment worker", `${container}/resources/limits/memory`, "1Gi"],
  ],
  "has a CPU for each document at once": [["Deployment worker", `${container}/resources/requests/cpu`, "1500m"]],
  "has its work folder and its shared memory in memory": [
    ["Deployment worker", `${container}/volumeMounts/1`],
    workerConfig("WORK_DIR", "/var/platen"),
  ],
  "starts by the first process of its image, which clears up what browsers leave behind": [
    ["Deployment worker", `${container}/command`, ["node", "src/main.ts"]],
    ["Job migrate", `${container}/command`, ["node", "src/migrate.ts"]],
  ],
  "spreads pods over zones and nodes": [
    ["Deployment worker", `${pod}/topologySpreadConstraints/0`],
    ["Deployment gateway", `${pod}/topologySpreadConstraints/1/labelSelector/matchLabels`, { a: "b" }],
  ],
  "keeps enough pods while nodes are emptied": [
    ["PodDisruptionBudget worker", "/spec/maxUnavailable", "50%"],
    ["PodDisruptionBudget gateway", "/spec/minAvailable", 0],
    ["PodDisruptionBudget catalog", "/spec/selector/matchLabels", { a: "b" }],
  ],
  "has two pods where one must always be there, so that a node can be emptied at all": [
    ["Deployment catalog", "/spec/replicas", 1],
    ["HorizontalPodAutoscaler gateway", "/spec/minReplicas", 1],
  ],
  "starts the new pod before the old one stops": [
    ["Deployment gateway", "/spec/strategy/rollingUpdate/maxUnavailable", 1],
  ],
  "selects the pods that it is for": [
    ["Deployment gateway", "/spec/selector/matchLabels", { a: "b" }],
    ["Service catalog", "/spec/selector", { "app.kubernetes.io/part-of": "platen" }],
    ["Service gateway", "/spec/ports/0/targetPort", "web"],
  ],
  "gives only variables that are read": [gatewayConfig("TRUST_PROXIES", "1")],
  "gives each process all that it needs to start": [
    gatewayConfig("CATALOG_URL"),
    ["ConfigMap catalog", "/data/DATABASE_POOL_SIZE", "many"],
    ["Deployment worker", `${container}/env/0`],
  ],
  "has the ports that the images listen on": [["Deployment gateway", `${container}/ports/1/containerPort`, 9091]],
  "sends calls of the catalog to its Service": [
    workerConfig("CATALOG_URL", "http://catalog:8081"),
    ["Service catalog", "/spec/ports/0/port", 80],
  ],
  "runs no queue that may lose documents": [workerConfig("REQUIRE_DURABLE_QUEUE", "0")],
  "gives each secret to those who need it and to nobody else": [
    env("Deployment worker", secret("platen-signing-key", "private.pem")),
    env("Deployment gateway", secret("platen-database", "url")),
    ["Deployment worker", `${pod}/volumes/0/secret`, { secretName: "platen-database" }],
  ],
  "holds no secret itself": [
    gatewayConfig("REDIS_URL", "redis://:5ca1e@redis:6379"),
    ["ConfigMap gateway", "/kind", "Secret"],
  ],
  "tells the gateway what is in front of it": [
    gatewayConfig("TRUST_PROXY"),
    gatewayConfig("PUBLIC_URL", "http://platen.example"),
    ["Ingress gateway", "/spec/rules/0/host", "other.example"],
    ["Ingress gateway", "/spec/tls/0/secretName"],
  ],
  "runs images of a release": [
    ["Deployment gateway", `${container}/image`, "registry.example:5000/platen-gateway"],
    ["Job migrate", `${container}/image`, "platen-catalog:latest"],
  ],
  "is in a namespace that lets no pod have more rights than these": [
    ["Namespace platen", "/metadata/labels"],
    ["Service gateway", "/metadata/namespace", "default"],
  ],
  "scales on the metrics of its own namespace": [
    ["ScaledObject worker", "/spec/triggers/0/metadata/query", "max(platen_queue_backlog_seconds)"],
  ],
  "migrates by the catalog's command, in the catalog's image": [
    ["Job migrate", `${container}/image`, "registry.example/platen-catalog:0.0.9"],
    ["Job migrate", `${container}/args`, ["node", "src/migrations.ts"]],
  ],
  "tries again while the database cannot be reached": [["Job migrate", "/spec/backoffLimit", 0]],
  "scales workers on how long the work would take and on how busy they are, by metrics that exist": [
    ["ScaledObject worker", "/spec/triggers/0"],
    ["ScaledObject worker", "/spec/triggers/1"],
    ["ScaledObject worker", "/spec/triggers/0/metricType", "AverageValue"],
    ["ScaledObject worker", "/spec/triggers/0/type", "redis"],
    ["ScaledObject worker", "/spec/triggers/0/metadata/ignoreNullValues", "true"],
    ["ScaledObject worker", "/spec/triggers/0/metadata/query", "max(platen_queue_backlog_seconds)"],
    ["ScaledObject worker", "/spec/triggers/1/metadata/query", "platen_worker_slots_busy / platen_worker_slot"],
    ["ScaledObject worker", "/spec/triggers/1/metadata/query", 'max(platen_worker_slots_busy{queue="a"})'],
    ["ScaledObject worker", "/spec/triggers/1/metadata/query", "max(platen_worker_slots_busy"],
  ],
  "always has a worker": [
    ["ScaledObject worker", "/spec/minReplicaCount", 0],
    ["ScaledObject worker", "/spec/idleReplicaCount", 0],
  ],
  "takes pods away slowly": [
    [
      "ScaledObject worker",
      "/spec/advanced/horizontalPodAutoscalerConfig/behavior/scaleDown/stabilizationWindowSeconds",
      60,
    ],
    ["HorizontalPodAutoscaler gateway", "/spec/behavior"],
  ],
  "leaves the number of pods to the autoscaler": [
    ["Deployment worker", "/spec/replicas", 2],
    ["ScaledObject worker", "/spec/scaleTargetRef/name", "workers"],
  ],
  "has every pod's metrics read, where they are": [
    ["PodMonitor platen", "/spec/selector/matchExpressions/0/values", ["gateway", "catalog"]],
    ["PodMonitor platen", "/spec/podMetricsEndpoints/0/port", "http"],
    ["PodMonitor platen", "/spec/podMetricsEndpoints/0/path", "/metric"],
  ],
  "has alerts on metrics that exist": [
    ["PrometheusRule platen", "/spec/groups/0/rules/0/expr", "platen_worker_up == 0"],
    ["PrometheusRule platen", "/spec/groups/0/rules/0/expr", "sum("],
  ],
  "lets each call whom it has to, and nobody else": [
    ["NetworkPolicy default-deny", "/spec/policyTypes", ["Ingress"]],
    ["NetworkPolicy default-deny", "/spec/policyTypes", ["Egress"]],
    ["NetworkPolicy dns", "/spec/egress/0/ports"],
    ["NetworkPolicy catalog", "/spec/ingress/0/from", []],
    ["NetworkPolicy to-redis", "/spec/egress/0/to/0/ipBlock/cidr", "0.0.0.0/0"],
    ["NetworkPolicy to-postgres", "/spec/podSelector/matchExpressions/0/values/-", "worker"],
    ["NetworkPolicy to-catalog", "/spec/podSelector/matchExpressions/0/values", ["gateway"]],
    ["NetworkPolicy from-ingress", "/spec/ingress/0/from/0/namespaceSelector", {}],
    ["NetworkPolicy from-monitoring", "/spec/ingress/0/ports/0/port", 8080],
  ],
};
