import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { z } from "zod";
import type { Tools } from "./tools.ts";

/** The real kustomize: `kubectl kustomize`, or else the pinned one. */
export type Kustomize = {
  /** Renders a folder to YAML. `component` is laid over it. */
  render(folder: string, component?: string): string;
};

const clientVersion = z.object({ kustomizeVersion: z.string() });
const oldestMajorVersion = 5;

/** Finds kustomize, or says why there is none. */
export function findKustomize(tools: Tools): Kustomize | { missing: string } {
  if (hasNewKubectl()) return kustomizeBy("kubectl", "kustomize");
  const built = tools.find("kustomize");
  return typeof built === "string" ? kustomizeBy(built, "build") : built;
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

function kustomizeBy(program: string, subcommand: string): Kustomize {
  const options = { timeout: 60_000, maxBuffer: 16 * 1024 * 1024 };
  const build = (folder: string) => execFileSync(program, [subcommand, folder], { ...options, encoding: "utf8" });
  return {
    render(folder, component) {
      if (component === undefined) return build(folder);
      // A component alone cannot be rendered, so a temporary kustomization lays it over the folder.
      const temporary = realpathSync(mkdtempSync(join(tmpdir(), "platen-component-")));
      try {
        const lines = [
          "apiVersion: kustomize.config.k8s.io/v1beta1",
          "kind: Kustomization",
          `resources: [${relative(temporary, folder)}]`,
          `components: [${relative(temporary, component)}]`,
        ];
        writeFileSync(join(temporary, "kustomization.yaml"), `${lines.join("\n")}\n`);
        return build(temporary);
      } finally {
        rmSync(temporary, { recursive: true });
      }
    },
  };
}
