import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import type { Rendering } from "./findings.ts";
import { isFields, parseResources, type Resource } from "./resource.ts";
import type { Missing, Tools } from "./tools.ts";

const groupVersionKind = z.object({ kind: z.string() });
const openApi = z.object({
  components: z.object({
    schemas: z.record(
      z.string(),
      z.looseObject({ "x-kubernetes-group-version-kind": z.array(groupVersionKind).default([]) }),
    ),
  }),
});
const customResource = z.object({
  spec: z.object({
    group: z.string(),
    names: groupVersionKind,
    versions: z.array(z.object({ name: z.string(), schema: z.object({ openAPIV3Schema: z.unknown() }) })),
  }),
});
const report = z.object({
  resources: z.array(z.object({ kind: z.string(), name: z.string(), msg: z.string() })),
  summary: z.object({ valid: z.int(), invalid: z.int(), errors: z.int(), skipped: z.int() }),
});

/** Returns what kubeconform finds wrong with the objects. An unknown field is a fault, and so is an unknown kind. */
export function schemaFaults(renderings: readonly Rendering[], tools: Tools): string[] | Missing {
  const kubeconform = tools.find("kubeconform");
  if (typeof kubeconform !== "string") return kubeconform;
  const sources = tools.findSchemas();
  if (typeof sources !== "string") return sources;
  const folder = mkdtempSync(join(tmpdir(), "platen-schemas-"));
  try {
    writeSchemas(
      renderings.flatMap(({ yaml }) => parseResources(yaml)),
      sources,
      folder,
    );
    return renderings.flatMap(({ name, yaml }) => {
      const location = join(folder, "{{.Group}}-{{.ResourceAPIVersion}}-{{.ResourceKind}}.json");
      const options = ["-strict", "-summary", "-output=json", `-schema-location=${location}`, "-"];
      const { stdout, stderr } = spawnSync(kubeconform, options, { input: yaml, encoding: "utf8", timeout: 60_000 });
      if (stdout === "") throw new Error(`kubeconform failed: ${stderr}`);
      const { resources, summary } = report.parse(JSON.parse(stdout));
      if (summary.valid + summary.invalid + summary.errors === 0) throw new Error(`kubeconform saw nothing in ${name}`);
      return resources.map((resource) => `${name}: ${resource.kind} ${resource.name}: ${resource.msg}`);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes a JSON schema for each kind of object, from the OpenAPI documents of Kubernetes or a custom resource. */
function writeSchemas(resources: readonly Resource[], sources: string, folder: string): void {
  const crds = readdirSync(sources)
    .filter((file) => file.endsWith(".yaml"))
    .map((file) => customResource.parse(parse(readFileSync(join(sources, file), "utf8"))).spec);
  for (const { apiVersion, kind } of resources) {
    const [group = "", version = group] = apiVersion.split("/");
    const file = join(folder, `${group}-${version}-${kind.toLowerCase()}.json`);
    if (existsSync(file)) continue;
    const crd = crds.find((candidate) => candidate.group === group && candidate.names.kind === kind);
    const schema =
      crd?.versions.find(({ name }) => name === version)?.schema.openAPIV3Schema ??
      builtInSchema(join(sources, `${group}-${version}.json`), kind);
    if (schema !== undefined) writeFileSync(file, JSON.stringify(strict(schema)));
  }
}

function builtInSchema(path: string, kind: string): unknown {
  if (!existsSync(path)) return undefined;
  const { components } = openApi.parse(JSON.parse(readFileSync(path, "utf8")));
  const [name] =
    Object.entries(components.schemas).find(([, schema]) =>
      schema["x-kubernetes-group-version-kind"].some((own) => own.kind === kind),
    ) ?? [];
  return name === undefined ? undefined : { $ref: `#/components/schemas/${name}`, components };
}

/** Forbids the fields that a schema does not name. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict);
  if (!isFields(schema)) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, strict(value)]));
  const isOpen = "additionalProperties" in copy || copy["x-kubernetes-preserve-unknown-fields"] === true;
  return isFields(copy["properties"]) && !isOpen ? { ...copy, additionalProperties: false } : copy;
}
