import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** The programs, as Go packages of a module version. Go verifies each with its checksum database. */
const programs = {
  kustomize: "sigs.k8s.io/kustomize/kustomize/v5@v5.8.1",
  "kubectl-validate": "sigs.k8s.io/kubectl-validate@v0.0.4",
  helm: "helm.sh/helm/v3/cmd/helm@v3.19.2",
  "kube-score": "github.com/zegl/kube-score/cmd/kube-score@v1.20.0",
} as const;

/** The Go modules that define the custom resources of the manifests, and the folder of the definitions in each. */
const customResources = {
  "github.com/kedacore/keda/v2@v2.18.3": "config/crd/bases",
  "github.com/prometheus-operator/prometheus-operator@v0.85.0": "example/prometheus-operator-crd",
  "sigs.k8s.io/gateway-api@v1.4.0": "config/crd/standard",
} as const;

/** All clones of a user share the tools, which take half a minute to build. Paths name the versions. */
const toolsFolder = join(homedir(), ".cache/platen/kubernetes-tools");
const timeoutMs = 600_000;

/** The reason why a tool is missing. */
export type Missing = { missing: string };

/** The pinned tools in `~/.cache/platen/kubernetes-tools`. Go builds or downloads missing ones if `build` is set. */
export function createTools({ build }: { build: boolean }) {
  function obtain(path: string, goArguments: readonly string[], variables: readonly string[]): string | Missing {
    if (existsSync(path)) return path;
    if (!build) return { missing: "not built yet; run `npm run check`" };
    mkdirSync(toolsFolder, { recursive: true });
    const { status, error, stderr } = spawnSync("env", [...variables, "go", ...goArguments], {
      cwd: toolsFolder,
      encoding: "utf8",
      timeout: timeoutMs,
    });
    if (status === 127) return { missing: "Go is not installed, which builds it; see https://go.dev/doc/install" };
    if (status === 0) return path;
    return { missing: `\`go ${goArguments.join(" ")}\` failed: ${error?.message ?? stderr.trim().split("\n").at(-1)}` };
  }

  return {
    /** Returns the program's path. */
    find(name: keyof typeof programs): string | Missing {
      const folder = join(toolsFolder, programs[name].replaceAll("/", "_"));
      return obtain(join(folder, name), ["install", programs[name]], [`GOBIN=${folder}`]);
    },
    /** Returns the folders with the definitions of the custom resources. */
    findCustomResources(): string[] | Missing {
      const modules = join(toolsFolder, "modules");
      const found = Object.entries(customResources).map(([module, folder]) =>
        // The files are writable, so that `rm -r` works.
        obtain(join(modules, module, folder), ["mod", "download", "-modcacherw", module], [`GOMODCACHE=${modules}`]),
      );
      return found.find((folder) => typeof folder !== "string") ?? found.filter((folder) => typeof folder === "string");
    },
  };
}

export type Tools = ReturnType<typeof createTools>;
