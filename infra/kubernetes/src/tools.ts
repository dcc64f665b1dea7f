import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";

/** The programs, as Go packages of a module version. Go verifies each with its checksum database. */
const programs = {
  kustomize: "sigs.k8s.io/kustomize/kustomize/v5@v5.8.1",
  kubeconform: "github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0",
  "kube-score": "github.com/zegl/kube-score/cmd/kube-score@v1.20.0",
} as const;

/** The groups of Kubernetes that the manifests use, in the oldest version that k8s/README.md allows. */
const builtIn = (path: string) => `pkg/openapiclient/builtins/1.30/${path}.json`;

/** The Go modules with the schemas of objects. For each module: the name of a schema here, and its file there. */
const schemaModules: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "sigs.k8s.io/kubectl-validate@v0.0.4": {
    "v1-v1.json": builtIn("api/v1"),
    "apps-v1.json": builtIn("apis/apps/v1"),
    "autoscaling-v2.json": builtIn("apis/autoscaling/v2"),
    "batch-v1.json": builtIn("apis/batch/v1"),
    "networking.k8s.io-v1.json": builtIn("apis/networking.k8s.io/v1"),
    "policy-v1.json": builtIn("apis/policy/v1"),
  },
  "github.com/kedacore/keda/v2@v2.18.3": {
    "scaledobjects.yaml": "config/crd/bases/keda.sh_scaledobjects.yaml",
  },
  "github.com/prometheus-operator/prometheus-operator@v0.85.0": {
    "podmonitors.yaml": "example/prometheus-operator-crd/monitoring.coreos.com_podmonitors.yaml",
    "prometheusrules.yaml": "example/prometheus-operator-crd/monitoring.coreos.com_prometheusrules.yaml",
  },
};

const toolsFolder = resolve(import.meta.dirname, "../../../.data/kubernetes-tools");
const buildTimeoutMs = 600_000;
const downloaded = z.object({ Dir: z.string() });

export type Missing = { missing: string };

/** Finds the pinned tools in `.data/kubernetes-tools`. */
export type Tools = {
  /** Returns the program's path. */
  find(name: keyof typeof programs): string | Missing;
  /** Returns the folder with the schemas of Kubernetes, KEDA and the Prometheus operator. */
  findSchemas(): string | Missing;
};

/** Creates tools that build what is missing with Go, where Go is installed, or only find what an earlier run has built. */
export function createTools({ build }: { build: boolean }): Tools {
  /** Runs Go unless `path` exists, and returns `path`. */
  function obtain(path: string, goArguments: readonly string[], onDone: (output: string) => void): string | Missing {
    if (existsSync(path)) return path;
    if (!build) return { missing: "not built yet; run `npm run check`" };
    const folder = join(path, "..");
    mkdirSync(folder, { recursive: true });
    const { status, error, stdout, stderr } = spawnSync("env", [`GOBIN=${folder}`, "go", ...goArguments], {
      cwd: folder,
      encoding: "utf8",
      timeout: buildTimeoutMs,
      maxBuffer: 64 * 1024 * 1024,
    });
    if (status === 127) return { missing: "Go is not installed, which builds it; see https://go.dev/doc/install" };
    if (status !== 0) {
      const reason = error?.message ?? stderr.trim().split("\n").at(-1);
      return { missing: `\`go ${goArguments.join(" ")}\` failed: ${reason}` };
    }
    onDone(stdout);
    return path;
  }

  return {
    find(name) {
      const program = programs[name];
      const folder = join(toolsFolder, program.replaceAll("/", "_"));
      return obtain(join(folder, name), ["install", program], () => undefined);
    },
    findSchemas() {
      const versions = createHash("sha256").update(JSON.stringify(schemaModules)).digest("hex").slice(0, 16);
      const folder = join(toolsFolder, `schemas-${versions}`);
      for (const [module, files] of Object.entries(schemaModules)) {
        for (const [name, file] of Object.entries(files)) {
          const schema = join(folder, name);
          const found = obtain(schema, ["mod", "download", "-json", module], (output) =>
            copyFileSync(join(downloaded.parse(JSON.parse(output)).Dir, file), schema),
          );
          if (typeof found !== "string") return found;
        }
      }
      return folder;
    },
  };
}
