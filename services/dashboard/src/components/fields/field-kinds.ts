import { ExactNumber, readExactNumber } from "@platen/contracts/exact-json";
import { isObject } from "@platen/template-source";
import { CalendarDays, Coins, Folder, Hash, Image, List, ToggleLeft, Type, type LucideIcon } from "lucide-react";
import { isPicture } from "./is-picture.ts";
import { wordsOf } from "./field-name.ts";

/** The kinds of values, as a person thinks of them. */
export type FieldKind = "text" | "number" | "money" | "date" | "picture" | "boolean" | "list" | "group";

/** How a kind is called and shown, and the value that a field of the kind begins with. */
export const fieldKinds: Readonly<Record<FieldKind, { label: string; icon: LucideIcon; empty: () => unknown }>> = {
  text: { label: "Text", icon: Type, empty: () => "" },
  number: { label: "Number", icon: Hash, empty: () => 0 },
  money: { label: "Money", icon: Coins, empty: () => 0 },
  date: { label: "Date", icon: CalendarDays, empty: () => "" },
  picture: { label: "Picture", icon: Image, empty: () => "" },
  boolean: { label: "Yes or no", icon: ToggleLeft, empty: () => false },
  list: { label: "List", icon: List, empty: () => [] },
  group: { label: "Group", icon: Folder, empty: () => ({}) },
};

const moneyWords =
  /\b(?:amount|balance|budget|charge|cost|deposit|discount|(?:amount|balance|total) due|fee|gross|net|paid|payment|price|rent|revenue|salary|subtotal|sum|tax|total|vat|wage)s?$/;
/** A share or a count of something that costs money. */
const plainNumberWords = /\b(?:count|days|id|number|percent|percentage|quantity|rate|share)s?$/;
const dateWords =
  /(?:\b(?:date|day|deadline|birthday|due)|\b(?:due|expires|issued|paid|valid|created|delivered) (?:on|at|until))$/;
const pictureWords = /\b(?:image|logo|photo|picture|portrait|signature|stamp)$/;
const booleanWords = /^(?:is|has|are|was|show|needs)\b|^(?:paid|overdue|urgent|approved|confirmed|active)$/;
const listWords = /^(?:items|lines|rows|entries|positions|products)$|\b(?:items|lines|rows|list)$/;

/** Whether a text is a day that the calendar has, such as 2026-01-31, as a date field takes it. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The kind of the values that have a name, where no value tells it. */
function kindOfName(words: string): FieldKind {
  if (listWords.test(words)) return "list";
  if (booleanWords.test(words)) return "boolean";
  if (dateWords.test(words) && !moneyWords.test(words)) return "date";
  if (pictureWords.test(words)) return "picture";
  if (plainNumberWords.test(words)) return words.endsWith("number") || words.endsWith("id") ? "text" : "number";
  return moneyWords.test(words) ? "money" : "text";
}

/**
 * The kind of a field, by its sample value and its name. An empty text is a date or a picture if its name says so. Without a
 * value, which is undefined or null, the name alone tells the kind.
 */
export function kindOf(value: unknown, name: string): FieldKind {
  if (Array.isArray(value)) return "list";
  if (isObject(value)) return "group";
  if (typeof value === "boolean") return "boolean";
  const words = wordsOf(name).toLowerCase();
  if (typeof value === "number" || value instanceof ExactNumber)
    return moneyWords.test(words) && !plainNumberWords.test(words) ? "money" : "number";
  if (typeof value !== "string") return kindOfName(words);
  if (isDay(value)) return "date";
  if (isPicture(value)) return "picture";
  if (value !== "") return "text";
  const named = kindOfName(words);
  return named === "date" || named === "picture" ? named : "text";
}

/** The text of a JSON number, of one that a person has typed or that a sheet shows: “€1,234.50”, “1.234,50” or “12 %”. */
function plainNumber(text: string): string | undefined {
  const bare = text.replaceAll(/[\s'’%\p{Sc}]|\b[A-Z]{3}\b/gu, "");
  const [, sign = "", digits = ""] = /^([-−+]?)([\d.,]+)$/.exec(bare) ?? [];
  const decimal = Math.max(digits.lastIndexOf("."), digits.lastIndexOf(","));
  const mark = digits.charAt(decimal);
  const marks = digits.split(mark).length - 1;
  const hasBoth = digits.includes(".") && digits.includes(",");
  // “1,234,567” and “1,234” have marks of thousands, “1,5” and “1.234” a decimal one.
  const isThousands =
    decimal !== -1 && !hasBoth && (marks > 1 || (mark === "," && /^[1-9]\d{0,2},\d{3}$/.test(digits)));
  if (hasBoth && marks > 1) return undefined;
  const whole = (isThousands || decimal === -1 ? digits : digits.slice(0, decimal)).replaceAll(/[.,]/g, "");
  const fraction = isThousands || decimal === -1 ? "" : digits.slice(decimal + 1);
  if (whole === "" && fraction === "") return undefined;
  const written = whole.replace(/^0+(?=\d)/, "") || "0";
  return `${/[-−]/.test(sign) ? "-" : ""}${written}${fraction === "" ? "" : `.${fraction}`}`;
}

/** A day that a person has typed, or an empty text: “2026-01-31”, or “31.1.2026” as most of Europe writes it. */
function dayOfTyped(text: string): string | undefined {
  const [, day = "", month = "", year = ""] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  const iso = year === "" ? text : `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return iso === "" || isDay(iso) ? iso : undefined;
}

const yes = /^(?:true|yes|y|1|x|✓|on)$/i;
const no = /^(?:false|no|n|0|off|)$/i;

/**
 * The value that a person means with a text, for a field of a kind; undefined if the text says none of that kind. An empty
 * text is an empty value of texts, dates and pictures, and no for yes or no. A number keeps all its digits.
 */
export function valueOfTyped(kind: Exclude<FieldKind, "list" | "group">, text: string): unknown {
  const bare = text.trim();
  if (kind === "number" || kind === "money") {
    const number = plainNumber(bare);
    return number === undefined ? undefined : readExactNumber(number);
  }
  if (kind === "boolean") return yes.test(bare) ? true : no.test(bare) ? false : undefined;
  if (kind === "date") return dayOfTyped(bare);
  return kind === "picture" ? bare : text;
}
