import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse, parseAllDocuments, stringify } from "yaml";
import { z } from "zod";

const manifestsFolder = resolve(import.meta.dirname, "../../../k8s");

const object = z.looseObject({ kind: z.string(), metadata: z.looseObject({ name: z.string() }) });
const addition = z.strictObject({ op: z.literal("add"), path: z.string(), value: z.unknown() });
const strictPatch = z.strictObject({
  patch: z.string(),
  target: z.strictObject({ kind: z.string(), name: z.string() }).optional(),
});
const kustomization = z.strictObject({
  apiVersion: z.string(),
  kind: z.string(),
  namePrefix: z.string().default(""),
  labels: z.unknown().optional(),
  transformers: z.unknown().optional(),
  resources: z.array(z.string()),
  configMapGenerator: z
    .array(z.strictObject({ name: z.string(), behavior: z.string().optional(), literals: z.array(z.string()) }))
    .default([]),
  patches: z.array(strictPatch).default([]),
});

type Resource = z.output<typeof object>;

/** What a folder of `k8s` brings: objects, variables of services, and additions to objects of other folders. */
type Part = {
  objects: Resource[];
  config: Record<string, Record<string, string>>;
  additions: { kind: string; name: string; path: string; value: unknown }[];
};

/** The folders of `k8s` from which the chart is made. The chart's values say which it renders. */
const folders = [
  "base",
  ...[
    "autoscaling-catalogs",
    "autoscaling-gateways",
    "autoscaling-workers",
    "background-workers",
    "ingress",
    "kept-files-bucket",
    "kept-files-volume",
    "monitoring",
    "network-policies",
    "tracing",
  ].map((name) => `components/${name}`),
];

/**
 * Returns the parts of `k8s`, from which the chart's templates render its objects. Files that are generated themselves come
 * from the caller, because those on the disk may be stale.
 */
export function chartParts(generated: Readonly<Record<string, string>>): string {
  const read = (path: string) => generated[path] ?? readFileSync(join(manifestsFolder, path), "utf8");
  const parts = Object.fromEntries(
    folders.map((folder) => [folder.replace("components/", ""), readPart(folder, read)]),
  );
  const objects = readObjects("overlays/production/external-databases.yaml", read);
  return [
    "# Generated from k8s by `npm run generate`: change the manifests there.",
    stringify(
      { ...parts, "external-databases": { objects, config: {}, additions: [] } },
      { lineWidth: 0, aliasDuplicateObjects: false },
    ),
  ].join("\n");
}

type Read = (path: string) => string;

function readPart(folder: string, read: Read): Part {
  const text = read(join(folder, "kustomization.yaml"));
  const { namePrefix, resources, configMapGenerator, patches } = kustomization.parse(parse(text));
  const objects = resources.flatMap((name) => {
    const path = join(folder, name);
    return name.endsWith(".yaml") ? readObjects(path, read) : readPart(path, read).objects;
  });
  return {
    objects: namePrefix === "" ? objects : objects.map((one) => renamed(one, namePrefix)),
    config: Object.fromEntries(
      configMapGenerator.map(({ name, literals }) => [name, Object.fromEntries(literals.map(variable))]),
    ),
    additions: patches.flatMap(({ target, patch }) => {
      // The other patches take `replicas` from what an autoscaler counts, as the chart does itself.
      if (target === undefined) return [];
      return z
        .array(addition)
        .parse(parse(patch))
        .map(({ path, value }) => ({ ...target, path, value }));
    }),
  };
}

function readObjects(path: string, read: Read): Resource[] {
  return parseAllDocuments(read(path)).map((document) => object.parse(document.toJS()));
}

/** Returns an object whose name, account and label have a prefix. Its container keeps its name. */
function renamed(one: Resource, prefix: string): Resource {
  const { name } = one.metadata;
  const text = JSON.stringify({ ...one, metadata: { ...one.metadata, name: `${prefix}${name}` } });
  const prefixed = text.replaceAll(
    new RegExp(`("app.kubernetes.io/name"|"serviceAccountName"):"${name}"`, "g"),
    `$1:"${prefix}${name}"`,
  );
  return object.parse(JSON.parse(prefixed));
}

function variable(literal: string): [string, string] {
  const [name = ""] = literal.split("=", 1);
  return [name, literal.slice(name.length + 1)];
}
