import { spawnSync } from "node:child_process";
import { z } from "zod";
import type { Rendering } from "./findings.ts";
import type { Missing, Tools } from "./tools.ts";

const optionalChecks = ["container-memory-requests-equal-limits", "container-ports-check", "container-seccomp-profile"];

const ignoredChecks = [
  // An image has the tag of its release, which never changes.
  "container-image-pull-policy",
  // Containers write to volumes in memory only, which count as memory.
  "container-ephemeral-storage-request-and-limit",
  // The images run as user 1000.
  "container-security-context-user-group-id",
  // Topology spread constraints place the pods.
  "deployment-has-host-podantiaffinity",
];

const warningGrade = 5;
const scores = z.array(
  z.object({
    type_meta: z.object({ kind: z.string() }),
    object_meta: z.object({ name: z.string() }),
    checks: z.array(
      z.object({
        check: z.object({ id: z.string() }),
        grade: z.number(),
        skipped: z.boolean(),
        comments: z.array(z.object({ path: z.string(), summary: z.string() })).nullable(),
      }),
    ),
  }),
);

/** Returns what kube-score warns about in complete deployments: overlays and the seccomp DaemonSet. */
export function scoreFaults(renderings: readonly Rendering[], tools: Tools): string[] | Missing {
  const kubeScore = tools.find("kube-score");
  if (typeof kubeScore !== "string") return kubeScore;
  const complete = renderings.filter(({ name }) => name.startsWith("overlays/") || name === "seccomp");
  return complete.flatMap(({ name, yaml }) => scoreYaml(kubeScore, yaml).map((fault) => `${name}: ${fault}`));
}

function scoreYaml(kubeScore: string, yaml: string): string[] {
  const { status, stdout, stderr } = spawnSync(
    kubeScore,
    [
      "score",
      "--output-format=json",
      "--ignore-container-cpu-limit",
      ...optionalChecks.map((check) => `--enable-optional-test=${check}`),
      ...ignoredChecks.map((check) => `--ignore-test=${check}`),
      "-",
    ],
    { input: yaml, encoding: "utf8", timeout: 60_000, maxBuffer: 64 * 1024 * 1024 },
  );
  if (stdout === "") throw new Error(`kube-score ended with code ${status}: ${stderr}`);
  return scores
    .parse(JSON.parse(stdout))
    .flatMap(({ type_meta: { kind }, object_meta: { name }, checks }) =>
      checks
        .filter(({ grade, skipped }) => grade <= warningGrade && !skipped)
        .flatMap(({ check, comments }) =>
          (comments ?? []).map(({ path, summary }) => `${kind} ${name}: ${check.id}: ${path} ${summary}`),
        ),
    );
}
