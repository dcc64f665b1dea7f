import type { IProbe } from "kubernetes-models/v1/Probe";
import { mainContainer, serviceNames, workload, type Manifests, type Rule } from "../manifests.ts";

/** Where each question is answered, on the management port. */
export const probePaths = { startupProbe: "/startupz", livenessProbe: "/livez", readinessProbe: "/readyz" } as const;

/** Shorter, and a browser that is being replaced or a moment without CPU would end a worker that works. */
const minSecondsUntilRestart = 15;

/** That Kubernetes asks each service how it is, where it says so. */
export const probeRules: readonly Rule[] = [
  {
    name: "asks each question where it is answered",
    faults: (manifests) =>
      probesOf(manifests).flatMap(({ name, question, probe }) => {
        const { path, port } = probe?.httpGet ?? {};
        return path === probePaths[question] && port === "management"
          ? []
          : [`${name}: ${question} asks ${String(path)} of port ${String(port)}`];
      }),
  },
  {
    name: "restarts a pod neither at a hiccup nor late",
    faults: (manifests) =>
      probesOf(manifests)
        .filter(({ question }) => question === "livenessProbe")
        .map(({ name, probe }) => ({ name, seconds: secondsUntilFailure(probe) }))
        .filter(({ seconds }) => !(seconds >= minSecondsUntilRestart && seconds <= 60))
        .map(({ name, seconds }) => `${name} is restarted after ${seconds} s`),
  },
  {
    name: "gives a pod a minute to start",
    faults: (manifests) =>
      probesOf(manifests)
        .filter(({ question, probe }) => question === "startupProbe" && secondsUntilFailure(probe) < 60)
        .map(({ name }) => `${name} has less`),
  },
  {
    name: "stops sending requests to a pod that says so within 5 s",
    faults: (manifests) =>
      probesOf(manifests)
        .filter(({ question, probe }) => question === "readinessProbe" && secondsUntilFailure(probe) > 5)
        .map(({ name }) => `${name} gets them for longer`),
  },
  {
    name: "asks a database whether it is ready",
    faults: ({ workloads }) =>
      workloads
        .filter(({ name }) => name === "postgres" || name === "redis")
        .filter((owner) => !mainContainer(owner).readinessProbe?.exec)
        .map(({ title }) => `${title} is not asked`),
  },
];

function probesOf(manifests: Manifests) {
  return serviceNames.flatMap((name) =>
    (["startupProbe", "livenessProbe", "readinessProbe"] as const).map((question) => ({
      name,
      question,
      probe: mainContainer(workload(manifests, name))[question],
    })),
  );
}

function secondsUntilFailure(probe: IProbe | undefined): number {
  return (probe?.periodSeconds ?? 10) * (probe?.failureThreshold ?? 3);
}
