import { NoEqual } from "./no-equal.ts";
import { quoted, type Scope } from "./scope.ts";
import { patternOfPhp } from "./php-date.ts";
import { patternOfStrftime } from "./strftime.ts";
import { asArgument, reachedValue, withFormats, type Value } from "./value.ts";

/** The arguments of a filter: by position, and by name. */
export type FilterArguments = { values: Value[]; named: ReadonlyMap<string, Value> };

/** `locale` is the language that the HTML names. */
type Filter = (value: Value, args: FilterArguments, scope: Scope, locale: string | undefined) => Value;

const simple =
  (...formats: string[]): Filter =>
  (value, args) => {
    if (args.values.length > 0 || args.named.size > 0) throw new NoEqual("The format of Platen has no such argument.");
    return withFormats(value, formats);
  };

const withOne =
  (format: string, fallback?: string): Filter =>
  (value, { values, named }) => {
    const [first] = values;
    if (values.length > 1 || named.size > 0 || (!first && fallback === undefined)) {
      throw new NoEqual("The format of Platen has other arguments.");
    }
    return withFormats(value, [`${format} ${first ? asArgument(first) : (fallback ?? "")}`]);
  };

/** A name of a field, which filters write in quotes and Platen bare. */
function fieldOf(value: Value | undefined): string {
  if (value && typeof value.constant === "string" && /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(value.constant))
    return value.constant;
  throw new NoEqual("Name the field of the items.");
}

function textOf(value: Value | undefined): string {
  if (value && typeof value.constant === "string") return value.constant;
  throw new NoEqual("Platen needs a text in quotes here.");
}

const onlyLists =
  (filter: Filter): Filter =>
  (value, args, scope, locale) => {
    const isList = value.key === undefined ? value.reached.formats.length > 0 : scope.kindOf(value.key) === "list";
    if (!isList && !scope.isCollecting) throw new NoEqual("Platen cannot tell whether this is a list or a text.");
    return filter(value, args, scope, locale);
  };

const dateBy =
  (patternOf: (format: string) => string): Filter =>
  (value, { values }) => {
    const format = `date ${quoted(patternOf(textOf(values[0])))}`;
    if (!value.isConstant) return withFormats(value, [format]);
    if (value.constant !== "now") throw new NoEqual("Write the date as a text.");
    const caveat = "Platen has no current time: send it in the data, as now.";
    return withFormats(reachedValue({ subject: "now", formats: [] }), [format], caveat);
  };

const date = dateBy(patternOfStrftime);

/** Twig writes dates as PHP, other relatives of Jinja as C. */
const dateOfTwig = dateBy((format) => (format.includes("%") ? patternOfStrftime(format) : patternOfPhp(format)));

/** `number_format(2, ',', '.')`. Platen takes the separators of the language. */
const numberFormat: Filter = (value, { values, named }, _scope, locale) => {
  const [places = 0, decimal = ".", group = ","] = values.map(({ constant }) => constant);
  const isKnown = typeof decimal === "string" && typeof group === "string" && named.size === 0;
  if (!isKnown || typeof places !== "number") throw new NoEqual("Platen needs the number of places and texts here.");
  const parts = new Intl.NumberFormat(locale ?? "en").formatToParts(1_234_567.5);
  const isOf = (type: string, text: string) => (parts.find((part) => part.type === type)?.value ?? "") === text;
  const isSame = (places === 0 || isOf("decimal", decimal)) && isOf("group", group);
  const sample = `1${group}234${places === 0 ? "" : `${decimal}${"5".padEnd(places, "0")}`}`;
  const caveat = `Platen writes the separators of the document’s language: set a language that writes ${sample}.`;
  return withFormats(value, [`number ${places}`], isSame ? undefined : caveat);
};

const lineBreaks: Filter = (value, args, scope, locale) => {
  if (value.isRaw) throw new NoEqual("Platen writes the text between line breaks as text: send HTML with its breaks.");
  return simple("lines")(value, args, scope, locale);
};

/** The text that is printed beside a value. */
const beside =
  (side: "before" | "after"): Filter =>
  (value, { values: [other] }) => {
    if (!other?.isConstant || typeof other.constant !== "string" || /\{[{%]|\\/.test(other.constant)) {
      throw new NoEqual("Write the text beside the tag.");
    }
    return { ...value, [side]: side === "before" ? other.constant + value.before : value.after + other.constant };
  };

const divide: Filter = (value, { values: [other] }) => {
  // An integer divided by an integer loses its rest in Liquid.
  if (typeof other?.constant !== "number" || !other.reached.subject.includes(".")) {
    throw new NoEqual(
      "Liquid drops the rest of a division of whole numbers: write | divide, and | round if you want that.",
    );
  }
  return withFormats(value, [`divide ${asArgument(other)}`]);
};

const fallback: Filter = (value, args, scope) => {
  if (args.named.size > 0) throw new NoEqual("The format of Platen has no such argument.");
  if (value.key !== undefined && scope.kindOf(value.key) === "boolean") throw new NoEqual("Ask for it in a section.");
  return { ...withOne("or")(value, args, scope, undefined), caveat: "For the value false, Platen prints false." };
};

const rounded: Filter = (value, { values: [digits], named }) => {
  if (named.size > 0) throw new NoEqual("Platen rounds half away from zero.");
  return withFormats(value, [digits ? `round ${asArgument(digits)}` : "round"]);
};

/** A text with line breaks is markup already. */
const raw: Filter = (value) => ({ ...value, isRaw: value.reached.formats.at(-1) !== "lines" });

const two =
  (format: string): Filter =>
  (value, { values, named }) => {
    const [first, second] = values;
    if (!first || !second || values.length > 2 || named.size > 0) throw new NoEqual("The format needs two arguments.");
    return withFormats(value, [`${format} ${asArgument(first)} ${asArgument(second)}`]);
  };

const removeText: Filter = (value, { values: [first] }) => withFormats(value, [`replace ${quoted(textOf(first))} ''`]);

const where =
  (format: string): Filter =>
  (value, { values: [field, other] }) => {
    if (!other) throw new NoEqual("Liquid counts 0 and an empty text as true here: compare with a value.");
    return withFormats(value, [`${format} ${fieldOf(field)} ${asArgument(other)}`]);
  };

/** The filters of Liquid that have an equal. */
export const liquidFilters: Readonly<Record<string, Filter>> = {
  upcase: simple("upper"),
  downcase: simple("lower"),
  // Liquid also writes all other letters small.
  capitalize: simple("lower", "capital"),
  strip: simple("trim"),
  escape: simple(),
  newline_to_br: simple("lines"),
  abs: simple("abs"),
  plus: withOne("plus"),
  minus: withOne("minus"),
  times: withOne("times"),
  divided_by: divide,
  round: rounded,
  replace: two("replace"),
  remove: removeText,
  append: beside("after"),
  prepend: beside("before"),
  default: fallback,
  size: onlyLists(simple("count")),
  first: onlyLists(simple("first")),
  last: onlyLists(simple("last")),
  reverse: simple("reverse"),
  uniq: simple("unique"),
  join: withOne("join", "' '"),
  map: (value, { values: [field] }) => withFormats(value, [`map ${fieldOf(field)}`]),
  where: where("where"),
  sum: (value, { values: [field] }) => withFormats(value, [field ? `sum ${fieldOf(field)}` : "sum"]),
  date,
};

const attribute = ({ named }: FilterArguments) => fieldOf(named.get("attribute"));

const selectAttribute =
  (format: string): Filter =>
  (value, { values: [field, test, other] }) => {
    const name = textOf(test);
    if (!other || !["equalto", "eq", "==", "sameas"].includes(name)) {
      throw new NoEqual("Platen chooses items whose field is a value: where status 'paid'.");
    }
    return withFormats(value, [`${format} ${fieldOf(field)} ${asArgument(other)}`]);
  };

/** The filters of Jinja that have an equal. */
export const jinjaFilters: Readonly<Record<string, Filter>> = {
  upper: simple("upper"),
  lower: simple("lower"),
  capitalize: simple("lower", "capital"),
  ucfirst: simple("capital"),
  trim: simple("trim"),
  e: simple(),
  escape: simple(),
  safe: raw,
  raw,
  nl2br: lineBreaks,
  linebreaksbr: lineBreaks,
  date: dateOfTwig,
  number_format: numberFormat,
  abs: simple("abs"),
  replace: two("replace"),
  length: onlyLists(simple("count")),
  count: onlyLists(simple("count")),
  // PHP counts lists alone.
  sizeof: simple("count"),
  first: onlyLists(simple("first")),
  last: onlyLists(simple("last")),
  reverse: onlyLists(simple("reverse")),
  join: (value, args) => {
    const [separator] = args.values;
    const field = args.named.has("attribute") ? ` field=${attribute(args)}` : "";
    return withFormats(value, [`join ${separator ? asArgument(separator) : "''"}${field}`]);
  },
  sum: (value, args) => withFormats(value, [args.named.size > 0 ? `sum ${attribute(args)}` : "sum"]),
  map: (value, args) => withFormats(value, [`map ${attribute(args)}`]),
  selectattr: selectAttribute("where"),
  rejectattr: selectAttribute("except"),
  batch: withOne("chunk"),
  default: (value, args, scope) => {
    const kind = value.key === undefined ? undefined : scope.kindOf(value.key);
    const written = fallback(value, { ...args, values: args.values.slice(0, 1) }, scope, undefined);
    if (kind === "text" || kind === "list") return written;
    return { ...written, caveat: "Platen also puts it in place of null and of an empty text, and prints false." };
  },
};

/** Methods of Python's texts. */
export const jinjaMethods: Readonly<Record<string, Filter>> = {
  upper: simple("upper"),
  lower: simple("lower"),
  capitalize: simple("lower", "capital"),
  strip: simple("trim"),
  replace: two("replace"),
  strftime: date,
};
