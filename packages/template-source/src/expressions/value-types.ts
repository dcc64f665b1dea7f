import { ExactNumber } from "@platen/contracts/exact-json";
import { findFormat, formats, type Format, type ValueType } from "@platen/formats";

/** What a tag is for: it prints a value, or it decides whether and how often its section is printed. */
export type TagUse = "value" | "section";

/** Whether a format can do something with a value. */
function fits(name: string, value: unknown): boolean {
  let isFitting = true;
  const context = {
    locale: "en",
    timeZone: "UTC",
    currency: undefined,
    countItems: () => undefined,
    translate: () => undefined,
    unformattable() {
      isFitting = false;
    },
  };
  findFormat(name)?.apply(value, {}, context);
  return isFitting;
}

/** The types that a value of the data has: a text such as "12.50" is a number too. Undefined for a missing value. */
export function typesOf(value: unknown): ReadonlySet<ValueType> | undefined {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) return new Set<ValueType>(["list"]);
  if (typeof value === "boolean") return new Set<ValueType>(["boolean", "text"]);
  if (typeof value === "object" && !(value instanceof ExactNumber)) return new Set<ValueType>(["object"]);
  const types = new Set<ValueType>(["text"]);
  if (fits("number", value)) types.add("number");
  if (fits("date", value)) types.add("date");
  return types;
}

/** What a section does with the result. A text or a drawing would decide nothing. */
const decides = new Set<Format["gives"]>(["boolean", "list", "number", "date", "object", "any"]);

/**
 * The formats that fit a value and a use, those for its very type first. Without types, every format of the use fits.
 * A list and an object have parts, which `get` reaches.
 */
export function fittingFormats(types: ReadonlySet<ValueType> | undefined, use: TagUse): Format[] {
  const fitting = formats.filter(({ name, takes, gives }) => {
    if (use === "section" ? !decides.has(gives) : gives === "boolean") return false;
    if (types === undefined) return true;
    if (name === "get") return types.has("list") || types.has("object");
    return takes === "any" || types.has(takes);
  });
  return fitting.toSorted((one, other) => rank(one, types, use) - rank(other, types, use));
}

function rank({ takes, gives }: Format, types: ReadonlySet<ValueType> | undefined, use: TagUse): number {
  if (use === "section" && types?.has("list") !== true && gives === "boolean") return takes === "any" ? 0 : 1;
  if (types?.has("date") && takes === "date") return 0;
  if (takes === "any") return 3;
  return types?.has("number") && takes === "text" ? 2 : 1;
}

/** The format that most authors want for a value; undefined for a plain text. */
export function suggestedFormat(value: unknown, currency: string | undefined): string | undefined {
  const types = typesOf(value);
  if (types?.has("date")) return "date";
  // A text of digits may be a number that is not counted, such as a postcode.
  if (typeof value === "number") return currency === undefined ? "number" : "money";
  return undefined;
}
