import { publicOperations, type Operation } from "@platen/contracts";
import fc from "fast-check";
import { z } from "zod";
import { colliding, fillNumbers, numbered, placesOf, type Place } from "./shapes.ts";

/** Words and how often each repeats, so that a long text is small in the corpus. */
const text = z.array(z.tuple([z.string(), z.number()]));
type Text = z.infer<typeof text>;
const encoding = z.enum(["plain", "gzip", "deflate", "br", "lying"]);
/** How the bytes of a request reach the gateway. */
const framing = z.enum([
  "whole",
  "chunks of one byte",
  "slow head",
  "half closed",
  "HTTP/1.0",
  "100-continue",
  "stops early",
]);
/** A caller without a key, with a made-up one, an own one, in an own session, or as a member of the victim's account. */
const as = z.enum(["anyone", "made-up key", "key", "session", "viewer", "editor"]);
const operationId = z.string();
/** One of the attacker's accounts. */
const account = z.int().default(0);
const settings = z.looseObject({ header: text.optional(), footer: text.optional(), title: text.optional() });

/** A hostile request in the form that the corpus keeps. */
export const hostileRequest = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("escaped"), values: z.record(z.string(), text), settings }),
  z.object({ kind: z.literal("raw"), html: text, script: z.string(), settings }),
  z.object({ kind: z.literal("preview"), html: text, css: text, settings }),
  z.object({ kind: z.literal("operation"), operationId, as, account, body: text, encoding }),
  /** The body is a sample of the operation's schema with a value in JSON at a place, or a file that is the value. */
  z.object({
    kind: z.literal("shaped"),
    operationId,
    as,
    account,
    path: z.array(z.string()),
    value: text,
    encoding,
    framing,
  }),
  z.object({ kind: z.literal("pipelined"), operationId, as, account, times: z.int(), isRead: z.boolean() }),
  z.object({ kind: z.literal("socket"), bytes: text }),
]);
export type HostileRequest = z.infer<typeof hostileRequest>;

/** A little below the limit of a template. */
const longest = 900_000;

/** The text with its repetitions, of at most so many characters. */
export function expand(pieces: Text, most = longest): string {
  let expanded = "";
  for (const [word, times] of pieces) {
    const room = Math.floor((most - expanded.length) / Math.max(1, word.length));
    expanded += word.repeat(Math.max(0, Math.min(times, room)));
  }
  return fillNumbers(expanded);
}

/** The words that Platen's parsers and scanners look for; "¦" separates them. */
const wordsOf = (list: string) => list.split(/¦\n?/);
const words = {
  characters: [" ", "\n", "\t", '"', "'", "=", "a", "0", "\0", "\u2019", "\u8a00", "\u202e", "\u0301", "\ud800", "\\"],
  mustache: wordsOf(
    "{{¦}}¦{{{¦}}}¦{{a}}¦{{{a}}}¦{{&a}}¦{{.}}¦{{a.a}}¦{{#a}}¦{{^a}}¦{{/a}}¦{{! a¦{{>a}}¦{{=¦=}}¦{{=<% %>=}}¦<%={{ }}=%>¦{{=aaaaaaab }}=}}",
  ),
  html: wordsOf(`<html lang="¦<title>¦</title>¦<style¦<style>¦</style>¦<link rel=stylesheet href=¦<link ¦<meta name=¦
<meta http-equiv=refresh content=¦<base href=¦<img src="data:¦<svg><use href="#a">¦<filter id=a><feTurbulence numOctaves=9 />¦
<div>¦<table><tr><td>¦<select><template>¦<iframe srcdoc="¦<a href="javascript:¦<!--¦-->¦<![CDATA[¦&quot;¦&#x27;¦&#39¦&¦<¦>¦/>`),
  css: wordsOf(`url(¦src(¦image-set(¦@import¦@import url(¦@font-face{src:¦@page{size:¦@media (¦@layer a,¦@property --a{¦
color-scheme:¦data:¦data:text/css,¦var(--a)¦--a:var(--a)var(--a);¦calc(¦:has(*¦:not(¦content:counter(a)¦columns:¦{¦}¦(¦)¦;¦:¦#¦
/*¦*/¦\\75rl(`),
  pdf: wordsOf(`/ToUnicode 3 0 R¦/ToUnicode 9 0 R¦/Type /Font¦/Type /Page¦/Lang (¦/URI (¦/Names¦/Info 1 0 R¦<<¦>>¦endobj¦1 0 obj¦
stream¦endstream¦xref¦trailer¦startxref¦%%EOF¦beginbfrange¦<0000> <FFFFFFFF> <0041>¦endcodespacerange¦/CIDInit`),
  json: wordsOf(`{¦}¦[¦]¦{"a":¦{"__proto__":¦"a":1,¦"templateId":¦"html":¦"data":¦"password":¦,¦[],¦{},¦"\\ud800"¦"\\u0000"¦1e400¦-0¦
123456789012345678901234567890¦null¦true¦"a"¦{"a":{"a":{"a":`),
  http: wordsOf(`GET / HTTP/1.1\r\n¦POST /api/v1/generate HTTP/1.1\r\n¦POST /api/dashboard/session HTTP/1.1\r\n¦PRI * HTTP/2.0\r\n¦
GET http://a/ HTTP/1.1\r\n¦Host: a\r\n¦Host:\r\n¦Content-Length: 5\r\n¦Content-Length: 99999999999\r\n¦Content-Encoding: gzip\r\n¦
Content-Type: application/json\r\n¦Transfer-Encoding: chunked\r\n¦Transfer-Encoding: chunked, gzip\r\n¦Expect: 100-continue\r\n¦
Upgrade: h2c\r\n¦Connection: keep-alive\r\n¦Authorization: Bearer plt_a\r\n¦Cookie: a=b;\r\n¦X: \r\n¦\r\n¦\r¦\n¦0\r\n¦5\r\n¦
ffffffff\r\n¦fffffffffffffffff\r\n¦%00¦/../¦?a[a]=`),
};

const scripts = [
  "while (true) {}",
  "const fire = () => { setTimeout(fire); setTimeout(fire); }; fire();",
  "window.platenReady = new Promise(() => {});",
  "window.platenReady = { then(done) { done(this); } };",
  "window.platenReady = Promise.reject(new Proxy({}, { get() { throw 1; } }));",
  "const kept = []; while (true) kept.push(new Uint8Array(64 << 20).fill(1));",
  "let text = 'a'; while (true) text += text;",
  "while (true) document.body.append('a'.repeat(1e6));",
  "for (let i = 0; i < 1e4; i += 1) new Worker('data:text/javascript,while(true){}');",
  "for (;;) history.pushState({}, '', '#' + Math.random());",
  "location = 'chrome://crash';",
  "print(); close(); alert('a'); open('about:blank');",
  "document.title = 'a'.repeat(1e7) + '/ToUnicode 3 0 R endobj';",
  "document.documentElement.lang = 'x endobj '.repeat(1e5);",
  "document.open(); document.write('<style>'.repeat(1e5)); document.close();",
  "Object.defineProperty(Object.prototype, 'then', { get() { throw new Error('a'); } });",
  "for (let depth = 0, at = document.body; depth < 1e5; depth += 1) at = at.appendChild(document.createElement('div'));",
  "document.body.style.height = '1e9px'; document.body.style.columns = '1000';",
];

/** A text of words of some languages, with single characters between them. */
function textOf(...languages: (keyof typeof words)[]): fc.Arbitrary<Text> {
  const word = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...languages.flatMap((language) => words[language])) },
    { weight: 1, arbitrary: fc.constantFrom(...words.characters) },
  );
  const times = fc.oneof(
    { weight: 12, arbitrary: fc.constant(1) },
    { weight: 3, arbitrary: fc.integer({ min: 2, max: 40 }) },
    { weight: 2, arbitrary: fc.integer({ min: 1_000, max: 30_000 }) },
    { weight: 1, arbitrary: fc.constantFrom(130_000, longest) },
  );
  return fc.array(fc.tuple(word, times), { minLength: 1, maxLength: 12 });
}

const someSettings = fc.record(
  {
    header: textOf("html", "css", "mustache"),
    footer: textOf("html", "css"),
    title: textOf("pdf", "mustache"),
    tagged: fc.boolean(),
    outline: fc.boolean(),
    javascript: fc.boolean(),
    preferCssPageSize: fc.boolean(),
    scale: fc.constantFrom(0.1, 1, 2),
    pageRanges: fc.constantFrom("1", "1-99999", "9-1", Array.from({ length: 40 }, () => "1-99").join()),
    language: fc.constantFrom("en", "de-CH", "x-a"),
    margin: fc.constantFrom({ top: "99999mm" }, { left: "0.0001px" }),
  },
  { requiredKeys: [] },
);

const all = publicOperations();
const callers = fc.constantFrom(...as.options);
const accounts = fc.nat({ max: 2 });

/** Mostly callers whose body is read. */
function callersOf({ access }: Operation): fc.Arbitrary<z.infer<typeof as>> {
  const right = access === "apiKey" ? ["key" as const] : (["session", "viewer", "editor"] as const);
  return fc.oneof(
    { weight: 3, arbitrary: access === "none" ? fc.constant("anyone" as const) : fc.constantFrom(...right) },
    { weight: 1, arbitrary: callers },
  );
}

/** A text of JSON with so many of a thing. */
const many = fc.constantFrom(50, 1_000, 20_000, 120_000, 490_000);
const texts = fc
  .tuple(
    fc.constantFrom("a", " ", "1,", "a.", "-", "en-", "a@", "{{a}}", "{{#a}}", "url(", "\\u0000", "\\ud800", "\u0301"),
    fc.constantFrom(201, 20_000, 1_000_000, 4_000_000),
  )
  .map(([word, times]): Text => [
    ['"', 1],
    [word, times],
    ['"', 1],
  ]);
const items = [
  "0",
  '""',
  "{}",
  "[]",
  "[[1]]",
  `"${numbered}"`,
  `"z.x${numbered}"`,
  `{"name":"${numbered}","json":"{}"}`,
];
const listOf = (...known: string[]) =>
  fc.tuple(fc.constantFrom(...known), many).map(([item, times]): Text => [
    ["[", 1],
    [`${item},`, times],
    [`${item}]`, 1],
  ]);
const names = fc
  .tuple(
    fc.constantFrom(`k${numbered}`, colliding, `a.b.${numbered}`, `aa-x-${numbered}`, `${"n".repeat(200)}${numbered}`),
    fc.constantFrom("0", '""', "{}", "null"),
    many,
  )
  .map(([name, value, times]): Text => [
    ["{", 1],
    [`"${name}":${value},`, times],
    ['"k":0}', 1],
  ]);
const longNames = fc.tuple(fc.constantFrom(201, 42_000, 1_000_000), many).map(([length, times]): Text => [
  ['{"en":{"', 1],
  ["n", length],
  ['":{', 1],
  [`"k${numbered}":"",`, times],
  ['"k":""}}}', 1],
]);
const deep = fc
  .tuple(fc.constantFrom(["[", "]"] as const, ['{"a":', "}"] as const), many)
  .map(([[open, close], times]): Text => [
    [open, times],
    ["0", 1],
    [close, times],
  ]);
const numbers = fc.constantFrom<Text[]>(
  [["1e400", 1]],
  [["9", 1_000_000]],
  [
    ["0.", 1],
    ["1", 1_000_000],
  ],
  [["-0", 1]],
);

function valueAt({ item }: Place): fc.Arbitrary<Text> {
  const lists = item === undefined ? listOf(...items) : listOf(...items, JSON.stringify(item));
  return fc.oneof(texts, lists, names, longNames, deep, numbers);
}

/** A file of rows, or of an asset. */
const files = fc.oneof(
  fc.constantFrom<Text[]>([["\n", 30_000_000]], [["\r\n", 10_000_000]], [[" ", 30_000_000]]),
  fc
    .tuple(fc.constantFrom('{"data":{}}', "0", "{", `{"data":{"${numbered}":1}}`, " "), many)
    .map(([row, times]): Text => [[`${row}\n`, times]]),
  fc
    .tuple(names, fc.constantFrom(1, 2, 14))
    .map(([data, times]): Text =>
      Array.from({ length: times }, (): Text => [['{"data":', 1], ...data, ["}\n", 1]]).flat(),
    ),
);

/** Each place of each schema of the contract, with values for it. */
const shapes = all.flatMap((definition) => {
  const { operationId, request } = definition;
  const { body, bytes } = request;
  const caller = callersOf(definition);
  if (bytes)
    return [
      fc.record({ operationId: fc.constant(operationId), as: caller, path: fc.constant<string[]>([]), value: files }),
    ];
  if (!body) return [];
  return placesOf(body).map((place) =>
    fc.record({
      operationId: fc.constant(operationId),
      as: caller,
      path: fc.constant<string[]>([...place.path]),
      value: valueAt(place),
    }),
  );
});

const shaped: fc.Arbitrary<HostileRequest> = fc
  .tuple(
    fc.oneof(...shapes),
    accounts,
    fc.constantFrom("plain" as const, "gzip" as const, "gzip" as const, "br" as const),
    fc.oneof(
      { weight: 12, arbitrary: fc.constant("whole" as const) },
      { weight: 6, arbitrary: fc.constantFrom(...framing.options) },
    ),
  )
  .map(([shape, number, encoded, framed]) => ({
    kind: "shaped",
    ...shape,
    account: number,
    encoding: encoded,
    framing: framed,
  }));

const others: fc.Arbitrary<HostileRequest> = fc.oneof(
  fc.record({
    kind: fc.constant("escaped" as const),
    values: fc.record({
      number: textOf("pdf", "html", "css"),
      logo: textOf("css", "html"),
      note: textOf("html", "css", "pdf", "mustache"),
    }),
    settings: someSettings,
  }),
  fc.record({
    kind: fc.constant("raw" as const),
    html: textOf("html", "css", "pdf"),
    script: fc.oneof({ weight: 5, arbitrary: fc.constant("") }, { weight: 1, arbitrary: fc.constantFrom(...scripts) }),
    settings: someSettings,
  }),
  fc.record({
    kind: fc.constant("preview" as const),
    html: textOf("mustache", "html", "css"),
    css: textOf("css"),
    settings: someSettings,
  }),
  fc.record({
    kind: fc.constant("operation" as const),
    operationId: fc.constantFrom(...all.map((definition) => definition.operationId)),
    as: callers,
    account: accounts,
    body: textOf("json"),
    encoding: fc.constantFrom(...encoding.options),
  }),
  fc.record({ kind: fc.constant("socket" as const), bytes: textOf("http") }),
  fc.oneof(
    ...all
      .filter(({ method }) => method === "get")
      .map((definition) =>
        fc.record({
          kind: fc.constant("pipelined" as const),
          operationId: fc.constant(definition.operationId),
          as: callersOf(definition),
          account: accounts,
          times: fc.constantFrom(20, 2_000, 40_000),
          isRead: fc.boolean(),
        }),
      ),
  ),
);

const generated = fc.oneof({ weight: 6, arbitrary: others }, { weight: 6, arbitrary: shaped });

/** Generates hostile requests without end, the same ones for the same seed. */
export function* hostileRequests(seed: number): Generator<HostileRequest, never> {
  for (let part = 0; ; part += 1) yield* fc.sample(generated, { seed: seed + part, numRuns: 100 });
}
