/** The tokens of a JSON text. A string without an end is one of them, so that no character is read twice. */
export const jsonTokens = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/g;

/** A value in a JSON text, from its first character to the one after its last. */
export type JsonPart = {
  kind: "object" | "list" | "value";
  /** Undefined for an item of a list. */
  name: string | undefined;
  /** Where the name begins, or the value without one. */
  at: number;
  from: number;
  to: number;
  children: JsonPart[];
};

function textOf(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token;
  }
}

/** Reads where the values of a JSON text are. Of a text with a mistake, it reads what it can. */
export function readJsonParts(json: string): JsonPart | undefined {
  const open: JsonPart[] = [];
  let whole: JsonPart | undefined;
  let named: Pick<JsonPart, "name" | "at"> | undefined;
  for (const { 0: token, index } of json.matchAll(jsonTokens)) {
    const around = open.at(-1);
    const to = index + token.length;
    if (token === "}" || token === "]") {
      const closed = open.pop();
      if (closed) closed.to = to;
    } else if (token !== "," && token !== ":") {
      if (around?.kind === "object" && !named) {
        named = { name: textOf(token), at: index };
        continue;
      }
      const kind = token === "{" ? "object" : token === "[" ? "list" : "value";
      const part: JsonPart = { name: undefined, at: index, ...named, kind, from: index, to, children: [] };
      named = undefined;
      around?.children.push(part);
      whole ??= part;
      if (kind !== "value") open.push(part);
    }
  }
  return whole;
}

/** The values at a path, where `*` stands for all items of a list. */
export function partsAt(part: JsonPart, [step, ...rest]: readonly string[]): JsonPart[] {
  if (step === undefined) return [part];
  if ((step === "*") !== (part.kind === "list")) return [];
  return part.children.flatMap((child) => (step === "*" || child.name === step ? partsAt(child, rest) : []));
}
