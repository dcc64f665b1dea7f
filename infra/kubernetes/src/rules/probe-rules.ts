import { mainContainer, serviceNames, workload, type Manifests, type Rule } from "../manifests.ts";
import { container } from "../mutation.ts";

/** The path of each probe, on the management port. */
export const probePaths = { startupProbe: "/startupz", livenessProbe: "/livez", readinessProbe: "/readyz" } as const;

/** The seconds within which each probe must fail. Liveness below 15 s would end a worker that replaces its browser. */
const failureSeconds = { startupProbe: [60, 300], livenessProbe: [15, 60], readinessProbe: [0, 5] } as const;

/** Rules that ask each service about its health where and when it answers. */
export const probeRules: readonly Rule[] = [
  {
    name: "a probe asks the management port at its own path",
    faults: (manifests) =>
      probesOf(manifests).flatMap(({ name, kind, probe }) => {
        const { path, port } = probe?.httpGet ?? {};
        return path === probePaths[kind] && port === "management"
          ? []
          : [`${name}: ${kind} asks ${String(path)} on port ${String(port)}`];
      }),
    finds: [
      ["Deployment gateway", `${container}/readinessProbe/httpGet/path`, "/livez"],
      ["Deployment worker", `${container}/livenessProbe/httpGet/path`, "/readyz"],
      ["Deployment catalog", `${container}/livenessProbe/httpGet/port`, "http"],
      ["Deployment worker", `${container}/startupProbe`],
    ],
  },
  {
    name: "a probe fails neither too soon nor too late",
    faults: (manifests) =>
      probesOf(manifests).flatMap(({ name, kind, probe }) => {
        const seconds = (probe?.periodSeconds ?? 10) * (probe?.failureThreshold ?? 3);
        const [least, most] = failureSeconds[kind];
        return seconds >= least && seconds <= most ? [] : [`${name}: ${kind} fails after ${seconds} s`];
      }),
    finds: [
      ["Deployment worker", `${container}/livenessProbe/failureThreshold`, 1],
      ["Deployment gateway", `${container}/livenessProbe/periodSeconds`, 60],
      ["Deployment worker", `${container}/startupProbe/failureThreshold`, 5],
      ["Deployment gateway", `${container}/readinessProbe/failureThreshold`, 5],
    ],
  },
];

function probesOf(manifests: Manifests) {
  return serviceNames.flatMap((name) =>
    (["startupProbe", "livenessProbe", "readinessProbe"] as const).map((kind) => ({
      name,
      kind,
      probe: mainContainer(workload(manifests, name))[kind],
    })),
  );
}
