import type { Plugin, Rolldown } from "vite";

type Node = { type: string; start: number; end: number };
type Range = { start: number; end: number };

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value && "end" in value;
}

function property(node: Node, name: string): unknown {
  return Object.entries(node).find(([key]) => key === name)?.[1];
}

/** Finds each `.meta({ … })` behind a schema. */
function descriptionsIn(node: Node): Range[] {
  const callee = property(node, "callee");
  const object = isNode(callee) ? property(callee, "object") : undefined;
  const method = isNode(callee) ? property(callee, "property") : undefined;
  if (node.type === "CallExpression" && isNode(object) && isNode(method) && property(method, "name") === "meta") {
    return [{ start: object.end, end: node.end }, ...descriptionsIn(object)];
  }
  const parts: unknown[] = Object.values(node).flat();
  return parts.filter(isNode).flatMap((part) => descriptionsIn(part));
}

/** Leaves the descriptions of the contract's fields out of the dashboard, because no page shows them and every visit would load them. */
export function withoutDescriptions(): Plugin {
  return {
    name: "without-descriptions",
    apply: "build",
    // After the types are gone.
    enforce: "post",
    transform: {
      filter: { id: /packages\/contracts\/src\// },
      handler(code): Rolldown.TransformResult {
        const ranges = descriptionsIn(this.parse(code)).toSorted((one, other) => other.start - one.start);
        const result = ranges.reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), code);
        return { code: result, map: null };
      },
    },
  };
}
