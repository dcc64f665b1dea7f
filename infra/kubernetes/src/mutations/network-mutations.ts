import type { Mutations } from "../mutation.ts";
import { gatewayConfig } from "./places.ts";

export const networkMutations: Mutations = {
  "lets each call whom it has to, and nobody else": [
    ["NetworkPolicy default-deny", "/spec/policyTypes", ["Ingress"]],
    ["NetworkPolicy default-deny", "/spec/policyTypes", ["Egress"]],
    ["NetworkPolicy dns", "/spec/egress/0/ports"],
    ["NetworkPolicy dns", "/spec/egress/0/ports/0"],
    ["NetworkPolicy to-redis", "/spec/egress/0/ports/0/protocol", "UDP"],
    ["NetworkPolicy catalog", "/spec/ingress/0/from", []],
    ["NetworkPolicy to-redis", "/spec/egress/0/to/0/ipBlock/cidr", "0.0.0.0/0"],
    ["NetworkPolicy to-postgres", "/spec/podSelector/matchExpressions/0/values/-", "worker"],
    ["NetworkPolicy to-catalog", "/spec/podSelector/matchExpressions/0/values", ["gateway"]],
    ["NetworkPolicy from-ingress", "/spec/ingress/0/from/0/namespaceSelector", {}],
    ["NetworkPolicy from-monitoring", "/spec/ingress/0/ports/0/port", 8080],
    ["NetworkPolicy to-collector", "/spec/podSelector/matchExpressions/0/values", ["gateway", "catalog"]],
    ["NetworkPolicy to-collector", "/spec/egress/0/to/0/namespaceSelector/matchLabels", { a: "b" }],
    ["NetworkPolicy to-collector", "/spec/egress/0/to/0/podSelector"],
    ["NetworkPolicy to-collector", "/spec/egress/0/ports/0/port", 4317],
    gatewayConfig("OTEL_EXPORTER_OTLP_ENDPOINT", "http://opentelemetry-collector.elsewhere.svc:4318"),
  ],
};
