import { stringify } from "yaml";
import { readAlerts } from "./alerts.ts";

/** Writes the alert rules as the Prometheus operator reads them. */
export function prometheusRule(): string {
  const rule = {
    apiVersion: "monitoring.coreos.com/v1",
    kind: "PrometheusRule",
    metadata: { name: "platen" },
    spec: readAlerts(),
  };
  const origin = "# Generated from infra/observability/alerts.yaml by `npm run generate`.\n";
  return origin + stringify(rule, { lineWidth: 0 });
}
