import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";

/** Where the rules are, in the form that Prometheus reads. */
export const alertsFile = join(import.meta.dirname, "../alerts.yaml");

const alertRules = z.object({
  groups: z.array(
    z.object({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string(),
          expr: z.string(),
          for: z.string().optional(),
          labels: z.object({ severity: z.enum(["critical", "warning"]) }),
          annotations: z.object({ summary: z.string(), description: z.string(), runbook_url: z.string() }),
        }),
      ),
    }),
  ),
});

/** The alert rules, as Prometheus and its operator read them. */
export function readAlerts(): z.infer<typeof alertRules> {
  return alertRules.parse(parse(readFileSync(alertsFile, "utf8")));
}
