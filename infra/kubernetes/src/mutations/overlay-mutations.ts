import type { Mutations } from "../mutation.ts";
import { container, gatewayConfig } from "./places.ts";

export const overlayMutations: Mutations = {
  "tells the gateway what is in front of it": [
    gatewayConfig("TRUST_PROXY"),
    gatewayConfig("PUBLIC_URL", "http://platen.example"),
    ["Ingress gateway", "/spec/rules/0/host", "other.example"],
    ["Ingress gateway", "/spec/tls/0/secretName"],
    ["Ingress gateway", "/spec/tls", []],
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
};
