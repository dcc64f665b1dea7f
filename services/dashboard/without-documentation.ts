import type { Plugin, Rolldown } from "vite";

type Node = { type: string; start: number; end: number };
type Edit = { start: number; end: number; text: string };

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value && "end" in value;
}

function property(node: Node, name: string): unknown {
  return Object.entries(node).find(([key]) => key === name)?.[1];
}

/** What only the reference shows. */
const documents = new Set<unknown>(["summary", "description", "tag"]);

/** Removes the parts of an operation that only the reference shows. */
function removeTexts(operation: unknown, found: Edit[]): void {
  const properties = isNode(operation) ? property(operation, "properties") : undefined;
  const nodes = Array.isArray(properties) ? properties.filter(isNode) : [];
  for (const [index, each] of nodes.entries()) {
    const [key, value] = [property(each, "key"), property(each, "value")];
    const name = isNode(key) ? property(key, "name") : undefined;
    // With the comma behind it.
    if (documents.has(name)) found.push({ start: each.start, end: nodes[index + 1]?.start ?? each.end, text: "" });
    else if (name === "problems" && isNode(value)) found.push({ start: value.start, end: value.end, text: "[]" });
  }
}

/** The file whose operations of API keys those of the dashboard are derived from. */
const ofBoth = /packages\/contracts\/src\/operations\/batches\.ts$/;

/** Whether a call declares an operation of API keys, which the dashboard does not have. */
function isOfKeys(name: unknown, declared: unknown): boolean {
  if (name === "keyOperation") return true;
  const properties = name === "operation" && isNode(declared) ? property(declared, "properties") : undefined;
  return (Array.isArray(properties) ? properties.filter(isNode) : []).some((each) => {
    const [key, value] = [property(each, "key"), property(each, "value")];
    return isNode(key) && property(key, "name") === "access" && isNode(value) && property(value, "value") === "apiKey";
  });
}

/** Removes operations of API keys, `.meta({ … })` behind a schema, and the texts of `operation({ … })`. */
function documentationIn(node: Node, found: Edit[], keepsKeys: boolean): void {
  const callee = property(node, "callee");
  const args = property(node, "arguments");
  const name = isNode(callee) && Array.isArray(args) ? property(callee, "name") : undefined;
  const [declared]: unknown[] = Array.isArray(args) ? args : [];
  if (!keepsKeys && isOfKeys(name, declared)) {
    found.push({ start: node.start, end: node.end, text: "undefined" });
    return;
  }
  if (name === "operation") removeTexts(declared, found);
  if (node.type === "CallExpression" && isNode(callee) && Array.isArray(args) && args.length === 1) {
    const object = property(callee, "object");
    const method = property(callee, "property");
    if (isNode(object) && isNode(method) && property(method, "name") === "meta") {
      found.push({ start: object.end, end: node.end, text: "" });
      documentationIn(object, found, keepsKeys);
      return;
    }
  }
  for (const value of Object.values(node)) {
    for (const inner of Array.isArray(value) ? value : [value])
      if (isNode(inner)) documentationIn(inner, found, keepsKeys);
  }
}

/** The table of all operations, which every visit loads. */
const tableOfOperations = /packages\/contracts\/src\/operations\/index\.ts$/;
/** The parts of the table whose operations only pages that load later call, or none. */
const leftOut = /^\.\/(?:batches|deliveries|links|presence|project-batches|usage)\.ts$/;
const nothing = "\0no-operations";

/**
 * Leaves operations out of the table of all operations, because every visit would load them. A page that calls one imports
 * it by a path of its own, such as `@platen/contracts/deliveries`.
 */
export function withoutLaterOperations(): Plugin {
  return {
    name: "without-later-operations",
    apply: "build",
    enforce: "pre",
    resolveId: {
      filter: { id: leftOut },
      handler: (_source, importer) =>
        importer !== undefined && tableOfOperations.test(importer) ? nothing : undefined,
    },
    load: { filter: { id: /^\0no-operations$/ }, handler: () => ({ code: "export {};", map: null }) },
  };
}

/**
 * Leaves the documentation of the contract and the operations of API keys out of the dashboard: no page shows or calls them,
 * and every visit would load them.
 */
export function withoutDocumentation(): Plugin {
  return {
    name: "without-documentation",
    apply: "build",
    // After the types are gone.
    enforce: "post",
    transform: {
      filter: { id: /packages\/contracts\/src\// },
      handler(code, id): Rolldown.TransformResult {
        const found: Edit[] = [];
        documentationIn(this.parse(code), found, ofBoth.test(id));
        let result = code;
        for (const { start, end, text } of found.toSorted((one, other) => other.start - one.start)) {
          result = result.slice(0, start) + text + result.slice(end);
        }
        return { code: result, map: null };
      },
    },
  };
}
