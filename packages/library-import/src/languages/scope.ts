import { NoEqual } from "./no-equal.ts";

/** A place in which names have a meaning of their own: the items of a list, or a name for a result. */
export type Frame = {
  /** The place of the list in the data, such as `lines[].taxes`. */
  key: string;
  /** The name that the loop gives to its item; undefined where names are those of the item itself. */
  variable?: string;
  /** Other names of the loop, with what stands for them. */
  names?: ReadonlyMap<string, string>;
  /** Whether `{{.}}` is the item. */
  isItem: boolean;
};

/** What stands for a value: a name of the data or a text in quotes, and formats. */
export type Reached = { subject: string; formats: string[] };

/** The names that each place has, as far as the template and its sample data show. */
export type Usage = {
  fields: Map<string, Set<string>>;
  lists: Set<string>;
  objects: Set<string>;
  /** Frames in which `{{.}}` is used. */
  items: Set<string>;
};

export function createUsage(): Usage {
  return { fields: new Map(), lists: new Set(), objects: new Set(), items: new Set() };
}

const plainStep = /^(?:[\p{L}_$][\p{L}\p{N}_$-]*|\d+)$/u;
const keywords = new Set(["true", "false", "null"]);

/** A text in quotes for a tag. */
export function quoted(text: string): string {
  if (text.includes("}}") || text.includes("{{")) throw new NoEqual("A text in a tag cannot contain braces.");
  if (text.includes("\\")) throw new NoEqual("A text in a tag cannot contain a backslash.");
  if (!text.includes("'")) return `'${text}'`;
  if (!text.includes('"')) return `"${text}"`;
  throw new NoEqual("A text in a tag cannot contain both kinds of quotes.");
}

export type Scope = ReturnType<typeof createScope>;

/**
 * Finds what reaches a value in Platen, which looks names up from the innermost item outwards. Refuses a name that would
 * mean another value there. While `isCollecting`, it only notes which names each place has.
 */
export function createScope(usage: Usage, isCollecting: boolean, sample: unknown) {
  const frames: Frame[] = [];

  function note(key: string, name: string): void {
    const names = usage.fields.get(key) ?? new Set();
    names.add(name);
    usage.fields.set(key, names);
  }

  function noteSample(key: string): void {
    const value = sampleAt(sample, key);
    const items = Array.isArray(value) ? value.slice(0, 20) : [value];
    for (const item of items) {
      if (typeof item === "object" && item !== null) for (const name of Object.keys(item)) note(key, name);
    }
  }
  if (isCollecting) noteSample("");

  const has = (key: string, name: string) => usage.fields.get(key)?.has(name) ?? false;

  function reach(depth: number, steps: readonly string[]): Reached {
    const frame = frames[depth];
    const key = frame?.key ?? "";
    const [first] = steps;
    if (first === undefined) {
      if (!frame || depth !== frames.length - 1 || !frame.isItem) {
        throw new NoEqual("Platen reaches an item only directly inside its list: name its fields.");
      }
      usage.items.add(key);
      return { subject: ".", formats: [] };
    }
    note(key, first);
    for (let length = 1; length < steps.length; length += 1) usage.objects.add(pathKey(key, steps.slice(0, length)));
    if (!isCollecting) {
      const inner = frames.slice(depth + 1).find((other) => has(other.key, first));
      if (inner) throw new NoEqual(`Inside of ${inner.key}, “${first}” means the field of the item.`);
      const outer = ["", ...frames.map((other) => other.key)].slice(0, depth + 1);
      const isAmbiguous = frame !== undefined && outer.some((other) => other !== key && has(other, first));
      if (isAmbiguous) {
        if (depth !== frames.length - 1 || !frame.isItem) {
          throw new NoEqual(`“${first}” has two meanings here: rename the field in the data.`);
        }
        return { subject: ".", formats: steps.map((step) => `get ${quoted(step)}`) };
      }
    }
    return plainOrGet(steps);
  }

  return {
    frames,
    usage,
    isCollecting,
    /** Runs work inside of a frame. */
    inside(frame: Frame, work: () => void): void {
      if (isCollecting && frame.key !== "") noteSample(frame.key);
      frames.push(frame);
      work();
      frames.pop();
    },
    /** A path by the names of loops, as Liquid and Jinja write it. */
    byVariable(steps: readonly string[]): Reached {
      const [first = "", ...rest] = steps;
      for (let depth = frames.length - 1; depth >= 0; depth -= 1) {
        const frame = frames[depth];
        const other = frame?.names?.get(first);
        if (other !== undefined) {
          if (other.startsWith("@")) return { subject: other, formats: [] };
          return reach(depth, [other, ...rest]);
        }
        if (frame?.variable === first) return reach(depth, rest);
      }
      return reach(-1, steps);
    },
    /** A path from an item: 0 is the innermost, 1 the one around it. */
    byDepth(up: number, steps: readonly string[]): Reached {
      const depth = frames.length - 1 - up;
      if (depth < -1) throw new NoEqual("The path leads out of the data.");
      return reach(depth, steps);
    },
    fromRoot: (steps: readonly string[]) => reach(-1, steps),
    /** The key of what a path reaches, for `usage`. */
    keyOf(steps: readonly string[]): string {
      const [first = "", ...rest] = steps;
      for (let depth = frames.length - 1; depth >= 0; depth -= 1) {
        const frame = frames[depth];
        const other = frame?.names?.get(first);
        if (frame && other !== undefined) return pathKey(frame.key, [other, ...rest]);
        if (frame?.variable === first) return pathKey(frame.key, rest);
      }
      return pathKey("", steps);
    },
    keyByDepth(up: number, steps: readonly string[]): string {
      return pathKey(frames[frames.length - 1 - up]?.key ?? "", steps);
    },
    /** What a value is, as far as the template and the sample show. */
    kindOf(key: string): "list" | "object" | "boolean" | "text" | "number" | undefined {
      const value = sampleAt(sample, key);
      if (Array.isArray(value) || usage.lists.has(key)) return "list";
      if ((typeof value === "object" && value !== null) || usage.objects.has(key)) return "object";
      if (typeof value === "boolean") return "boolean";
      if (typeof value === "string") return "text";
      if (typeof value === "number") return "number";
      return undefined;
    },
  };
}

function plainOrGet(steps: readonly string[]): Reached {
  const plain: string[] = [];
  for (const step of steps) {
    if (!plainStep.test(step) || (plain.length === 0 && (keywords.has(step) || /^\d/.test(step)))) break;
    plain.push(step);
  }
  if (plain.length === 0) throw new NoEqual(`Platen has no such name: ${steps.join(".")}.`);
  return { subject: plain.join("."), formats: steps.slice(plain.length).map((step) => `get ${quoted(step)}`) };
}

function pathKey(key: string, steps: readonly string[]): string {
  if (steps.length === 0) return key === "" ? "" : `${key}[]`;
  return `${key === "" ? "" : `${key}[].`}${steps.join(".")}`;
}

/** The sample's value at a key such as `lines[].taxes`: the first item stands for a list. */
function sampleAt(sample: unknown, key: string): unknown {
  let value: unknown = sample;
  if (key === "") return value;
  for (const step of key.split(".")) {
    const name = step.replace("[]", "");
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
    if (step.endsWith("[]")) value = Array.isArray(value) ? value[0] : undefined;
  }
  return value;
}
