import { pageFormats } from "@platen/contracts/page-size";

/** Whether a value is an object with names. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A length as Platen takes it; a bare number has the unit given. */
export function lengthOf(value: unknown, unit: "mm" | "px"): string | undefined {
  const text = typeof value === "number" ? String(value) : typeof value === "string" ? value.trim() : "";
  const [, amount, written] = /^(\d{1,5}(?:\.\d{1,4})?)\s*(mm|cm|in|px|pt)?$/.exec(text) ?? [];
  return amount === undefined ? undefined : `${amount}${written ?? unit}`;
}

/** The margins that are set. */
export function marginOf(sides: Readonly<Record<"top" | "right" | "bottom" | "left", string | undefined>>): object {
  const margin = Object.fromEntries(Object.entries(sides).filter(([, length]) => length !== undefined));
  return Object.keys(margin).length === 0 ? {} : { margin };
}

const formats = new Map<string, string>(pageFormats.map((name) => [name.toLowerCase(), name]));

/** A paper format of Platen. */
export function formatOf(value: unknown): object {
  const format = typeof value === "string" ? formats.get(value.trim().toLowerCase()) : undefined;
  return format === undefined ? {} : { format };
}

/** Sample data, which exports store as an object or as JSON. */
export function sampleOf(value: unknown): unknown {
  if (typeof value !== "string") return isRecord(value) ? value : undefined;
  try {
    const data: unknown = JSON.parse(value);
    return isRecord(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

/** The first text that is not empty. */
export function firstText(...values: unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === "string" && value.trim() !== "");
}

const isOn = new Set<unknown>([true, "true", "1", 1]);
export const isSet = (value: unknown) => isOn.has(value);
