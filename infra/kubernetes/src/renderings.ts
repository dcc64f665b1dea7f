import { execFileSync, spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { z } from "zod";
import type { Missing, Tools } from "./tools.ts";

export const manifestsFolder = resolve(import.meta.dirname, "../../../k8s");

/** The deployments that a user applies. The overlays hold base and every component except `user-namespaces`. */
export const deployments = ["overlays/local", "overlays/production", "seccomp"] as const;

/** Renders a folder to YAML with the real kustomize. */
export type Render = (folder: string) => string;

const clientVersion = z.object({ kustomizeVersion: z.string() });
const oldestMajorVersion = 5;

/** Finds kustomize: `kubectl kustomize`, or else the pinned one. */
export function findKustomize(tools: Tools): Render | Missing {
  if (hasNewKubectl()) return (folder) => run("kubectl", ["kustomize", folder]);
  const built = tools.find("kustomize");
  return typeof built === "string" ? (folder) => run(built, ["build", folder]) : built;
}

function run(program: string, args: readonly string[]): string {
  return execFileSync(program, args, {
    cwd: join(manifestsFolder, ".."),
    encoding: "utf8",
    timeout: 60_000,
    maxBuffer: 16 * 1024 * 1024,
  });
}

function hasNewKubectl(): boolean {
  const { status, stdout } = spawnSync("kubectl", ["version", "--client", "--output", "json"], {
    encoding: "utf8",
    timeout: 30_000,
  });
  if (status !== 0) return false;
  const { data } = clientVersion.safeParse(JSON.parse(stdout));
  return Number(/^v?(\d+)\./.exec(data?.kustomizeVersion ?? "")?.[1]) >= oldestMajorVersion;
}
