import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { manifestsFolder, type Render } from "./renderings.ts";

/** A value of an operator for each setting of the production overlay, and for its namespace. None occurs elsewhere. */
export const otherSettings: Readonly<Record<string, string>> = {
  namespace: "documents",
  host: "pdf.acme.test",
  certificate: "acme-tls",
  "ingress-class": "acme-class",
  "ingress-namespace": "acme-ingress",
  "prometheus-namespace": "acme-metrics",
  "prometheus-address": "http://acme-prometheus.test:19090",
  runbook: "https://acme.test/platen.md",
  "collector-namespace": "acme-traces",
  "postgres-network": "198.51.100.0/24",
  "postgres-port": "15432",
  "redis-network": "203.0.113.64/26",
  "redis-port": "16379",
  "sentinel-port": "16380",
  "storage-network": "203.0.113.128/26",
  "storage-port": "19443",
  "workers-least": "1002",
  "workers-most": "1050",
  "workers-blind": "1004",
  "background-workers-most": "1060",
  "background-workers-work": "1900",
};

const overlay = join(manifestsFolder, "overlays/production");
/** Names of settings are in lower case, unlike variables. */
const settingLine = /(?:^(?=namespace: )|(?<=^ +- )(?=[a-z-]+=))([a-z-]+)(=|: )(.+)$/gm;

/** Returns the settings of the production overlay, as its kustomization.yaml lists them. */
export function productionSettings(): Record<string, string> {
  const lines = readFileSync(join(overlay, "kustomization.yaml"), "utf8").matchAll(settingLine);
  return Object.fromEntries([...lines].map(([, name = "", , value = ""]) => [name, value]));
}

/** Renders the production overlay as an operator's copy elsewhere, with the other settings. */
export function renderOtherInstallation(render: Render): string {
  return renderCopy(render, (text) =>
    text.replaceAll(
      settingLine,
      (_line, name: string, separator: string) => `${name}${separator}${otherSettings[name]}`,
    ),
  );
}

/** Renders the production overlay as an operator's copy that keeps PDFs in a volume in place of a bucket. */
export function renderWithVolume(render: Render): string {
  return renderCopy(render, (text) =>
    text
      .replace("kept-files-bucket", "kept-files-volume")
      .replaceAll(/^ +- (?:STORAGE_URL=|path: kept-files).*\n/gm, ""),
  );
}

function renderCopy(render: Render, edit: (text: string) => string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "platen-overlay-")));
  try {
    cpSync(overlay, folder, { recursive: true });
    const file = join(folder, "kustomization.yaml");
    const text = readFileSync(file, "utf8").replaceAll("../../", `${relative(folder, manifestsFolder)}/`);
    writeFileSync(file, edit(text));
    return render(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
