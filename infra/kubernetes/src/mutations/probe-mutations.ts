import type { Mutations } from "../mutation.ts";
import { container } from "./places.ts";

export const probeMutations: Mutations = {
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
};
