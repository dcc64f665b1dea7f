/** A template and its data that try to reach something, or to block the thread that fills them. */
export type HostileTemplate = { name: string; html: string; dataJson: string };

/** With its data as the text that a caller sends. */
const raw = (name: string, html: string, dataJson: string): HostileTemplate => ({ name, html, dataJson });
const vector = (name: string, html: string, data: unknown = { a: "x" }) => raw(name, html, JSON.stringify(data));
const hundred = Array.from({ length: 100 }, () => 1);
const sections = (levels: number, content = "") => "{{#a}}".repeat(levels) + content + "{{/a}}".repeat(levels);

/** Names of built-in properties of JavaScript objects. Each prints nothing. */
export const prototypeNames = [
  "constructor",
  "__proto__",
  "__proto__.constructor",
  "__defineGetter__",
  "prototype",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "object.constructor",
  "object.__proto__",
  "list.constructor",
  "list.at.length",
  "word.constructor.name",
  "word.link",
  "number.toFixed",
  "yes.valueOf",
  "nothing.constructor",
];

/** Partials with names of other templates. Mustache here has no partials, so each prints nothing. */
export const partials = [
  "{{> self}}",
  "{{>self}}{{>self}}",
  "{{> tpl_01jabcdefghijkmnpqrstvwxyz}}",
  "{{> prj_other/invoice}}",
  "{{> ../../other}}",
  "{{> /etc/passwd}}",
  "{{> file:///etc/passwd}}",
  "{{> https://example.com/}}",
  "{{>*name}}",
  "{{> constructor}}",
  "{{> __proto__}}",
];

const syntax = [
  vector("a tag that is not closed", "{{a"),
  vector("braces alone", "{{"),
  vector("a section that is not closed", "{{#a}}x"),
  vector("an end without a section", "x{{/a}}"),
  vector("sections that cross", "{{#a}}{{#b}}{{/a}}{{/b}}"),
  vector("a triple tag that is not closed", "{{{a}}"),
  vector("a comment that is not closed", "{{! a"),
  vector("an empty name", "{{}}{{{}}}{{#}}{{/}}"),
  vector("inheritance", "{{<parent}}{{$block}}x{{/block}}{{/parent}}"),
  vector("delimiters", "{{=<% %>=}}<% a %>{{a}}"),
  vector("delimiters of nothing", "{{= =}}{{a}}"),
  vector("delimiters that are not closed", "{{=<% a"),
  vector("delimiters with an equals sign", "{{===  ===}}==a=="),
  vector("delimiters that mean something in patterns", "{{=.* *.=}}.*a*.{{a}}"),
  vector("delimiters within a section that end outside", "{{#a}}{{=[ ]=}}[/a]{{a}}"),
];

const text = [
  vector("NUL in the text, a name and the data", "\0{{a\0}}\0{{a}}", { "a\0": "\0", a: "\0<" }),
  vector("text from right to left", "\u202E{{a}}\u2066{{a}}", { a: "\u202Egnp.exe\u202C" }),
  vector("lone surrogates", "\uD800{{a}}{{\uDC00}}\uDBFF", { a: "\uDFFF", "\uDC00": "\uD83D" }),
  vector("a byte order mark and line separators", "\uFEFF{{#a}}\u2028\u2029{{/a}}\v\f"),
  vector("every kind of line end", "{{#a}}\r{{/a}}\r\n{{! x }}\n\r{{#a}}\n{{/a}}"),
  raw("no JSON", "{{a}}", "{a:1}"),
  raw("JSON that is cut off", "{{a}}", '{"a":'),
  raw("100,000 objects inside one another", "{{a.a.a}}", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`),
  raw("100,000 lists inside one another", "{{a}}{{#a}}x{{/a}}", `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`),
  raw(
    "a prototype in the data",
    "{{x}}{{a.x}}{{constructor.x}}",
    '{"__proto__":{"x":"p"},"a":{},"constructor":{"prototype":{"x":"p"}}}',
  ),
  raw(
    "methods in the data",
    "{{a}}{{b}}{{#b}}x{{/b}}",
    '{"a":{"toString":"x","valueOf":1,"toJSON":2},"b":{"then":"x","length":1e9}}',
  ),
  raw("numbers without bounds", "{{a}}{{b}}{{c}}", `{"a":1e999,"b":-0,"c":${"9".repeat(100_000)}}`),
];

const exhausting = [
  vector("1,000,000 tags", "{{a}}".repeat(1_000_000)),
  vector("1,000,000 comments", "{{!}}".repeat(1_000_000)),
  vector("500,000 sections beside one another", "{{#a}}{{/a}}".repeat(400_000)),
  vector("200,000 sections inside one another", sections(200_000)),
  vector("5,000 sections inside one another, that print", sections(5_000, "x"), { a: true }),
  vector("1,000,000 braces", "{".repeat(1_000_000)),
  vector("1,000,000 opening braces without a closing one", "{{ ".repeat(1_000_000)),
  vector("1,000,000 closing braces", "}}".repeat(1_000_000)),
  vector("triple braces", "{{{".repeat(500_000)),
  vector("300,000 changes of delimiters", "{{=[ ]=}}[={{ }}=]".repeat(200_000)),
  vector("a name of 2,000,000 letters", `{{${"a".repeat(2_000_000)}}}`),
  vector("a name of 1,000,000 steps", `{{${"a.".repeat(1_000_000)}a}}`),
  vector("a tag of 2,000,000 spaces", `{{${" ".repeat(2_000_000)}a}}`),
  vector("1,000,000 lines", `${"\n".repeat(1_000_000)}{{#a}}${" \n".repeat(1_000_000)}{{/a}}`),
  vector("heads and comments without end", "<!-- <head ".repeat(200_000)),
  vector("tags of HTML with quotes that do not end", `<html ${'a="'.repeat(500_000)}`),
  vector("100,000,000 letters", sections(4, "x"), { a: hundred }),
  vector("100,000,000,000,000 letters", sections(7, "x"), { a: hundred }),
  vector("a loop that prints nothing", sections(7), { a: hundred }),
  vector("a list of 1,000,000, twice", sections(2, "x"), { a: Array.from({ length: 1_000_000 }, () => 1) }),
  vector("a value of 4 MB, a hundred times", "{{#b}}{{{a}}}{{/b}}", { a: "&".repeat(4_000_000), b: hundred }),
  vector("a value of 4 MB that grows when it is escaped", "{{a}}{{a}}", { a: "=".repeat(4_000_000) }),
];

const million = 1_000_000;

const expressions = [
  vector("1,000,000 pipes", `{{a${"|".repeat(million)}}}`),
  vector("1,000,000 formats", `{{a${" | upper".repeat(million / 8)}}}`),
  vector("1,000,000 tags with a format", "{{a|upper}}".repeat(million)),
  vector("1,000,000 letters in a format's name", `{{a | ${"u".repeat(million)}}}`),
  vector("1,000,000 arguments", `{{a | or${" b".repeat(million / 2)}}}`),
  vector("1,000,000 letters in quotes", `{{a | or '${"b".repeat(million)}'}}`),
  vector("1,000,000 quotes", `{{${"'".repeat(million)}}}`),
  vector("1,000,000 equals signs", `{{a | or ${"=".repeat(million)}}}`),
  vector("1,000,000 texts that are not closed", "{{a | or '}}".repeat(million / 10)),
  vector("1,000,000 built-ins", "{{@index}}".repeat(million / 10)),
  vector("a built-in of 1,000,000 letters", `{{@${"t.".repeat(million / 2)}}}`),
  vector(
    "200,000 sections with predicates inside one another",
    "{{#a|is 'x'}}".repeat(200_000) + "{{/a}}".repeat(200_000),
  ),
  vector("1,000 sections with predicates that print", `${"{{#a|is 'x'}}".repeat(1_000)}x${"{{/a}}".repeat(1_000)}`),
  vector("100,000 sections with predicates beside one another", "{{#a|is 'x'}}x{{/a}}".repeat(100_000)),
  vector(
    "a predicate in nested loops",
    `{{#a}}{{#a}}{{#a}}{{#a}}{{#@last|is true}}x{{/@last}}{{/a}}{{/a}}{{/a}}{{/a}}`,
    {
      a: hundred,
    },
  ),
  vector("constructor as a format", "{{a | constructor}}{{a | __proto__}}{{a | toString}}"),
  vector("constructor as a name and an argument", "{{constructor | or __proto__}}{{a.constructor | or a.link}}"),
  vector(
    "constructor as a built-in",
    "{{@constructor}}{{@__proto__}}{{@index.constructor}}{{#@toString}}x{{/@toString}}",
  ),
  vector("constructor as a named argument", "{{a | or constructor='x' __proto__=a}}"),
  raw(
    "methods in data that a format gets",
    "{{a | upper}}{{b | or c}}",
    '{"a":{"toString":"x","valueOf":1},"c":{"__proto__":{"toString":2}}}',
  ),
  vector("a value of 4 MB through a format, a hundred times", "{{#b}}{{a | upper}}{{/b}}", {
    a: "x".repeat(4_000_000),
    b: hundred,
  }),
];

const many = Array.from({ length: 100_000 }, (_item, index) => ({ name: `n${index}`, list: hundred }));
const long = "x".repeat(million);

const formats = [
  vector("a text that doubles eight times", `{{a${"|replace 'x' a".repeat(8)}}}`, { a: "x".repeat(1_000) }),
  vector("a separator of 1,000,000 letters", "{{a|group 1 with=a}}", { a: long }),
  vector("a list joined by 1,000,000 letters", "{{a|join b}}", { a: many.map(({ name }) => name), b: long }),
  vector("a letter of 1,000,000 marks as padding", "{{a|pad 200 with=b}}", {
    a: "x",
    b: `e${"\u0301".repeat(million)}`,
  }),
  vector("numbers of 1,000,000 digits", "{{a|number}}{{a|times a}}{{a|money EUR}}{{a|date}}", {
    a: "9".repeat(million),
  }),
  vector("numbers with exponents", "{{a|number}}{{a|times a|times a|times a|number}}", { a: "1e39" }),
  vector("a sort of 100,000 items in a sort of them", "{{#a|sort name}}{{#a|sort name}}{{/a}}{{/a}}", { a: many }),
  vector("names of prototypes as fields", "{{a|map constructor|join}}{{a|groups toString|count}}", { a: [{}, 1] }),
  vector("names of prototypes as keys", "{{.|get '__proto__'}}{{.|get 'constructor'}}{{a|get 'length'}}", { a: [] }),
  vector("dates without end", "{{a|later 4000000 years}}{{b|unix ms}}", { a: "2026-01-31", b: 1e300 }),
];

const charted = Array.from({ length: million }, (_item, index) => index);
const sparse = Array.from({ length: 5_000 }, (_item, index) => ({ x: `x${index}`, s: `s${index}`, y: index }));
const numbers = [
  "1e999999",
  "-1e999999",
  "1e-999999",
  "1e40",
  "-1e-40",
  "Infinity",
  "NaN",
  "0x10",
  "1_000",
  "--1",
  "+-1",
];
const nested = (levels: number): unknown => (levels === 0 ? { v: 1 } : { a: [nested(levels - 1)], k: levels });

const limits = [
  vector("a padding of 1,000,000,000", "{{a|pad 1000000000}}{{a|pad n}}{{a|truncate n}}{{a|group n}}", {
    a: "x",
    n: 1e9,
  }),
  vector("a padding of no number", "{{a|pad n}}{{a|group n}}", { a: "x", n: { toString: "9", valueOf: 9 } }),
  vector("rows of no item", "{{#a|chunk 0}}x{{/a}}{{#a|chunk n}}x{{/a}}{{#a|chunk -1}}x{{/a}}", { a: hundred, n: 0 }),
  vector("rows of one item of a long list", "{{#a|chunk 1}}{{#.}}{{.}}{{/.}}{{/a}}", { a: charted.slice(0, 200_000) }),
  vector("digits without end", "{{a|number 99999999999999999999}}{{a|number n}}{{a|round n}}", { a: 1.5, n: 1e300 }),
  vector(
    "numbers that no decimal holds",
    "{{#a}}{{.|number}}{{.|plus 1}}{{.|times .}}{{.|money EUR}}{{.|compact}}{{/a}}",
    {
      a: numbers,
    },
  ),
  vector("divisions by almost nothing", "{{a|divide b|divide b|number}}{{a|divide 0}}{{a|divide c}}", {
    a: "1e40",
    b: "1e-40",
    c: "-0",
  }),
  vector("products that grow at each step", `{{a${"|times a".repeat(8)}|number}}`, { a: "9".repeat(40) }),
  vector("a sum of numbers of very different sizes", "{{a|sum}}{{a|average}}{{a|max}}", {
    a: Array.from({ length: 10_000 }, (_item, index) => (index % 2 ? "1e40" : "1e-40")),
  }),
  vector("plurals in languages that do not exist", "{{a|plural 'one' '#'}}{{b|plural c d}}", {
    a: "1e40",
    b: "-1e-40",
    c: "#".repeat(million),
    d: "#".repeat(million),
  }),
  vector("a pattern of 1,000,000 letters", "{{a|date b}}{{a|time b}}{{c|chart bars x=x y=y dates=b}}", {
    a: "2026-01-31T10:00",
    b: "y".repeat(million),
    c: [{ x: "2026-01-31", y: 1 }],
  }),
  vector("a pattern of quotes", "{{a|date b}}", { a: "2026-01-31", b: "'".repeat(99) }),
  vector("a date of 1,000,000 letters", "{{a|date}}{{a|later 1 day}}{{a|time}}", {
    a: `2026-01-31T${"0".repeat(million)}`,
  }),
  vector("dates at the ends of time", "{{#a}}{{.|later n days}}{{.|earlier n years}}{{.|date 'YYYY ww'}}{{/a}}", {
    a: ["0001-01-01", "9999-12-31", "0000-00-00", "9999-99-99T99:99:99+99:99"],
    n: 4_000_000,
  }),
  vector("moments without bounds", "{{#a}}{{.|unix|datetime}}{{.|unix ms|date long}}{{/a}}", {
    a: [1e15, -1e15, "1e40", 8.64e15],
  }),
  vector(
    "groups of groups",
    "{{#a|groups name}}{{#items|groups name}}{{#items|groups name}}{{key}}{{/items}}{{/items}}{{/a}}",
    {
      a: many,
    },
  ),
  vector("groups by objects that nest", "{{a|groups a|count}}{{a|unique a|count}}{{a|unique|count}}", {
    a: Array.from({ length: 100 }, () => nested(200)),
  }),
  raw(
    "groups by 100,000 lists inside one another",
    "{{a|unique|count}}",
    `{"a":[${"[".repeat(100_000)}${"]".repeat(100_000)}]}`,
  ),
  vector("a sort of long texts", "{{#a|sort}}x{{/a}}", {
    a: Array.from({ length: 300 }, (_item, index) => `${long}${index}`.slice(-10_000)),
  }),
  vector("a sort of every kind of value", "{{#a|sort|reverse|sort desc|unique}}{{.}}{{/a}}", {
    a: [[], {}, null, "", 0, "0", -0, true, [[]]],
  }),
  vector("paths of 1,000 steps as fields", `{{a|sum ${"b.".repeat(400)}b}}{{a|map ${"__proto__.".repeat(90)}x|join}}`, {
    a: [{}, 1],
  }),
  vector(
    "constructor as each kind of argument",
    "{{a|sort constructor}}{{a|where __proto__ toString}}{{a|chart constructor x=constructor y=__proto__}}{{a|get constructor}}{{a|unit constructor}}{{a|date __proto__}}{{a|later 1 constructor}}",
    {
      a: [{ constructor: 1 }],
    },
  ),
  raw(
    "data that names the methods of lists",
    "{{a|join}}{{a|count}}{{#a|entries}}{{key}}{{value}}{{/a}}",
    '{"a":{"length":1000000000,"0":"x","map":1,"__proto__":[1]}}',
  ),
  vector("a search of a long text, a hundred times", "{{#b}}{{#a|has c}}x{{/a}}{{/b}}", {
    a: "a".repeat(million),
    b: hundred,
    c: `${"a".repeat(1_000)}b`,
  }),
  vector("a replacement of each letter", "{{a|replace 'x' b}}", { a: long, b: long }),
  vector("1,000,000 lines", "{{a|lines}}", { a: "\n".repeat(million) }),
  vector("letters of many parts, counted", "{{a|truncate 100000}}{{a|pad 200}}{{a|capital}}", {
    a: "👩‍👩‍👧‍👦".repeat(100_000),
  }),
  vector("a chart of 1,000,000 points", "{{a|chart bars}}{{a|chart spark}}", { a: charted }),
  vector("a chart of 5,000 points, a hundred times", "{{#b}}{{a|chart bars y=y x=x}}{{/b}}", { a: sparse, b: hundred }),
  vector("a chart of 5,000 times 5,000 cells", "{{a|chart stacked x=x y=y series=s}}", { a: sparse }),
  vector("a chart of 4,096 series", "{{a|chart grouped x=c y=y series=s}}{{a|chart donut x=x y=y}}", {
    a: sparse.slice(0, 4_096),
  }),
  vector("a chart with labels of 1,000,000 letters", "{{a|chart bars x=x y=y title=t legend=t}}", {
    a: [{ x: long, y: 1 }],
    t: long,
  }),
  vector("a chart of numbers without bounds", "{{a|chart bars}}{{a|chart lines}}{{a|chart donut}}{{a|chart area}}", {
    a: numbers,
  }),
  vector(
    "a chart of no size",
    "{{a|chart bars width=0mm height=0mm}}{{a|chart donut width=0mm}}{{a|chart spark height=0px}}",
    { a: [1, 2] },
  ),
  vector("a chart whose texts are markup", "{{a|chart donut x=x y=y title=x}}", {
    a: [{ x: "</svg><script>", y: 1 }],
    x: '"><script>',
  }),
  vector("1,000 codes of a size that grows", "{{#b}}{{a|qr}}{{a|barcode pdf417}}{{/b}}", {
    a: "x".repeat(900),
    b: Array.from({ length: 1_000 }, () => 1),
  }),
  vector("a code of 1,000,000 letters", "{{a|qr}}", { a: long }),
  vector("a payment of objects", "{{a|epc}}", { a: { name: { toString: 1 }, iban: [], amount: {} } }),
  vector("currencies and units of the data", "{{#b}}{{a|money .}}{{a|unit .}}{{/b}}", {
    a: 1,
    b: ["", "eur", "EURO", "É€", "stone-per-stone-per-stone", long],
  }),
  vector("3,000 currencies", "{{#b}}{{a|money .}}{{/b}}", {
    a: 1,
    b: Array.from({ length: 3_000 }, (_item, index) =>
      [index / 676, index / 26, index].map((n) => String.fromCodePoint(65 + (Math.floor(n) % 26))).join(""),
    ),
  }),
];

/** Templates that may be filled or refused, but in time and with a reason. */
export const hostileTemplates: readonly HostileTemplate[] = [
  ...syntax,
  ...text,
  ...exhausting,
  ...expressions,
  ...formats,
  ...limits,
];
