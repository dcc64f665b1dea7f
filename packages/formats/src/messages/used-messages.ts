import { listTags, type Expression, type FormatArgument } from "@platen/mustache";

/** The texts that a template may print: by their keys, and all whose keys begin with one of the prefixes. */
export type UsedMessages = { keys: Set<string>; prefixes: Set<string>; isAny: boolean };

/** The key of a built-in such as `t.invoice.title`; undefined for another built-in. */
export function keyOfBuiltin(path: string): string | undefined {
  return path === "t" || path.startsWith("t.") ? path.slice(2) : undefined;
}

/** The fixed start of the key that the format `t` completes. */
export function prefixOf(argument: FormatArgument): string {
  return argument.kind === "bare" ? argument.text : String(argument.value);
}

/** Lists the texts that Mustache texts may print. A key that the data completes may be any with its fixed prefix. */
export function usedMessages(texts: readonly string[]): UsedMessages {
  const tags = texts.flatMap((text) => listTags(text));
  return usedMessagesOf(tags.flatMap(({ expression }) => (expression ? [expression] : [])));
}

/** Lists the texts that expressions may print. */
export function usedMessagesOf(expressions: readonly Expression[]): UsedMessages {
  const used: UsedMessages = { keys: new Set(), prefixes: new Set(), isAny: false };
  for (const { subject, formats } of expressions) {
    const key = subject.kind === "builtin" ? keyOfBuiltin(subject.path) : undefined;
    if (key !== undefined) used.keys.add(key);
    for (const { name, args } of formats) {
      if (name !== "t") continue;
      const [prefix] = args;
      if (prefix) used.prefixes.add(`${prefixOf(prefix)}.`);
      else used.isAny = true;
    }
  }
  return used;
}

/** Whether a template prints any text of translations. */
export function usesMessages({ keys, prefixes, isAny }: UsedMessages): boolean {
  return isAny || keys.size > 0 || prefixes.size > 0;
}

/** The groups of a key, outermost first, each with its dot: `status.` of `status.paid`. */
export function groupsOf(key: string): string[] {
  const steps = key.split(".");
  return steps.slice(1).map((_step, index) => `${steps.slice(0, index + 1).join(".")}.`);
}

/** Whether a template may print the text of a key. */
export function isUsed(key: string, { keys, prefixes, isAny }: UsedMessages): boolean {
  return isAny || keys.has(key) || groupsOf(key).some((group) => prefixes.has(group));
}
