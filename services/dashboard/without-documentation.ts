import type { Plugin, Rolldown } from "vite";

type Node = { type: string; start: number; end: number };
type Edit = { start: number; end: number; text: string };

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value && "end" in value;
}

function property(node: Node, name: string): unknown {
  return Object.entries(node).find(([key]) => key === name)?.[1];
}

/** What only the reference shows, with what takes its place. */
const documents = new Map<unknown, string>([
  ["summary", '""'],
  ["description", '""'],
  ["problems", "[]"],
]);

/** Empties the parts of an operation that only the reference shows. */
function emptyTexts(operation: unknown, found: Edit[]): void {
  const properties = isNode(operation) ? property(operation, "properties") : undefined;
  for (const each of Array.isArray(properties) ? properties : []) {
    if (!isNode(each)) continue;
    const [key, value] = [property(each, "key"), property(each, "value")];
    const text = isNode(key) ? documents.get(property(key, "name")) : undefined;
    if (isNode(value) && text !== undefined) found.push({ start: value.start, end: value.end, text });
  }
}

/** Removes `.meta({ … })` behind a schema, and the texts of `operation({ … })`. */
function documentationIn(node: Node, found: Edit[]): void {
  const callee = property(node, "callee");
  const args = property(node, "arguments");
  if (isNode(callee) && property(callee, "name") === "operation" && Array.isArray(args)) emptyTexts(args[0], found);
  if (node.type === "CallExpression" && isNode(callee) && Array.isArray(args) && args.length === 1) {
    const object = property(callee, "object");
    const name = property(callee, "property");
    if (isNode(object) && isNode(name) && property(name, "name") === "meta") {
      found.push({ start: object.end, end: node.end, text: "" });
      documentationIn(object, found);
      return;
    }
  }
  for (const value of Object.values(node)) {
    for (const inner of Array.isArray(value) ? value : [value]) if (isNode(inner)) documentationIn(inner, found);
  }
}

/** Files whose operations only API keys call. */
const ofKeysAlone = /packages\/contracts\/src\/operations\/batches\.ts$/;

/** Leaves operations out of the dashboard that none of its pages calls. Every visit would load them. */
export function withoutKeyOperations(): Plugin {
  return {
    name: "without-key-operations",
    apply: "build",
    enforce: "pre",
    transform: { filter: { id: ofKeysAlone }, handler: () => ({ code: "export {};", map: null }) },
  };
}

/**
 * Leaves the documentation of the contract out of the dashboard: no page shows it, and every visit would load it.
 */
export function withoutDocumentation(): Plugin {
  return {
    name: "without-documentation",
    apply: "build",
    // After the types are gone.
    enforce: "post",
    transform: {
      filter: { id: /packages\/contracts\/src\// },
      handler(code): Rolldown.TransformResult {
        const found: Edit[] = [];
        documentationIn(this.parse(code), found);
        let result = code;
        for (const { start, end, text } of found.toSorted((one, other) => other.start - one.start)) {
          result = result.slice(0, start) + text + result.slice(end);
        }
        return { code: result, map: null };
      },
    },
  };
}
