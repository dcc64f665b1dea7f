import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { accountHolder } from "@platen/contracts/holder";
import { descendantsOf } from "@platen/testing";
import type { FillRequest } from "../src/fill-message.ts";
import { fillRequest } from "./fill-request.ts";
import { createTemplateFiller, type TemplateFiller } from "../src/template-filler.ts";

const limits = { processes: 1, timeoutMs: 60_000, maxOutputBytes: 20_000_000, maxHeapBytes: 512_000_000 };
let filler: TemplateFiller;
/** A filler with long limits, for tests that must not depend on the load of the machine. */
let patientFiller: TemplateFiller;
const fillers: TemplateFiller[] = [];
const { signal } = new AbortController();

beforeAll(() => {
  filler = startFiller({ timeoutMs: 500, maxWallMs: 60_000 });
  patientFiller = startFiller({});
});

/** A filler for one test. */
function startFiller(changes: Partial<Parameters<typeof createTemplateFiller>[0]>) {
  const own = createTemplateFiller({ ...limits, ...changes });
  fillers.push(own);
  return own;
}

afterAll(() => Promise.all(fillers.map((each) => each.close())));

function request(html: string, data: unknown = {}, overrides: Partial<FillRequest> = {}): FillRequest {
  return fillRequest(html, JSON.stringify(data), { title: "A title", ...overrides });
}

function fill(html: string, data?: unknown, overrides?: Partial<FillRequest>) {
  return patientFiller.fillTemplate(request(html, data, overrides), signal);
}

/** The filled template: the content of the body. */
async function body(html: string, data?: unknown): Promise<string> {
  const filled = await fill(html, data);
  return filled.html.replace(/^.*<body>/s, "").replace(/<\/body><\/html>$/, "");
}

test("a source that a process has dropped is compiled again", async () => {
  const forgetful = startFiller({ maxKeptLength: 10 });
  const first = request("first {{n}}", { n: 1 });
  const second = request("second {{n}}", { n: 2 });
  const texts: string[] = [];
  for (const each of [first, second, first, { ...second, dataJson: '{"n":3}' }]) {
    const { html } = await forgetful.fillTemplate(each, signal);
    texts.push(/<body>(.*)<\/body>/.exec(html)?.[1] ?? "");
  }
  expect(texts).toEqual(["first 1", "second 2", "first 1", "second 3"]);
});

describe("a source without an id", () => {
  const unnamed = { sourceId: undefined };

  test("of no dialect is printed as it is, with its header and footer", async () => {
    const html = "{{!<p>{{#a}}{{x | nope}} {{{<title>T</title>";
    const filled = await fill(html, {}, { ...unnamed, dialect: "none", header: "{{h", footer: "{{f}}" });
    expect(filled).toMatchObject({ header: "{{h", footer: "{{f}}", warnings: [] });
    expect(filled.html).toContain(`<body>${html}</body>`);
    // The title of the HTML counts, although Mustache would take it for a part of a comment.
    expect(filled.html.split("<title>")).toHaveLength(2);
  });

  test("displaces no source that a process has kept", async () => {
    const tight = startFiller({ maxKeptLength: 10_000 });
    const kept = request("kept {{n}}", { n: 1 });
    await tight.fillTemplate(kept, signal);
    const others = Array.from({ length: 5 }, (_, index) => `${"other ".repeat(700)}${index}{{n}}`);
    for (const html of others) await tight.fillTemplate(request(html, { n: 2 }, unnamed), signal);
    // A process that still has the compiled source does not look at the HTML.
    const { html } = await tight.fillTemplate({ ...kept, html: "compiled again {{n}}" }, signal);
    expect(html).toContain("<body>kept 1</body>");
  });

  test.each([
    ["<p>{{ x | nope }} {{#a}}{{ y | nor }}{{/a}}", {}, ["html 1 11", "html 1 32"]],
    ["<p>", { header: "a\n{{ x | nope }}" }, ["settings.header 2 8"]],
    ["{{#a}}", {}, ["html 1 7"]],
  ])(
    "%j with %j is refused with the place of each mistake, also where no data lead to it",
    async (html, more, places) => {
      const filling = fill(html, {}, { ...unnamed, ...more });
      const error: unknown = await filling.catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: "template_syntax" });
      const { details = [] } = error as { details?: { path: string; line: number; column: number }[] };
      expect(details.map(({ path, line, column }) => `${path} ${line} ${column}`)).toEqual(places);
    },
  );
});

describe("calculated fields", () => {
  const calculated = [
    { name: "total", formula: "subtotal + vat" },
    { name: "vat", formula: "round(subtotal × vatRate %, 2)" },
    { name: "subtotal", formula: "sum(items, price × quantity)" },
  ];
  const data = {
    vatRate: 21,
    items: [
      { price: "19.90", quantity: 3 },
      { price: 0.1, quantity: 2 },
    ],
  };

  test("are read like data by tags, conditions, header, footer and the name of the file", async () => {
    const html =
      "{{#items}}{{quantity}} {{/items}}{{ total | money EUR }}{{# total | over 70 }} large{{/total}} {{vat}}";
    const parts = { header: "<b>{{total}}</b>", footer: "<b>{{subtotal}}</b>", filename: "{{total}}.pdf", calculated };
    const filled = await fill(html, data, parts);
    expect(filled).toMatchObject({
      header: "<b>72.48</b>",
      footer: "<b>59.9</b>",
      filename: "72.48.pdf",
      warnings: [],
    });
    expect(filled.html).toContain("<body>3 2 €72.48 large 12.58</body>");
  });

  test("without a value print nothing and are reported once, at the name in the formula", async () => {
    const { html, warnings } = await fill(
      "[{{total}}{{ total | money EUR }}]",
      { ...data, vatRate: undefined },
      { calculated },
    );
    expect(html).toContain("<body>[]</body>");
    const { formula } = calculated[1] ?? { formula: "" };
    expect(warnings).toEqual([
      {
        code: "data.missing",
        severity: "error",
        message:
          'The data has no "vatRate", so the calculated field "vat" has no value. Send it, or write or(…, 0) in the formula if it may be missing.',
        path: "vatRate",
        part: "settings.calculated.vat",
        line: 1,
        column: formula.indexOf("vatRate") + 1,
        count: 1,
      },
    ]);
  });

  test("replace values of the data, with a warning for another one", async () => {
    const { html, warnings } = await fill("{{total}} {{vat}}", { ...data, total: 99, vat: "12.58" }, { calculated });
    expect(html).toContain("<body>72.48 12.58</body>");
    expect(warnings).toMatchObject([{ code: "data.replaced", severity: "warning", path: "total" }]);
  });

  test("of a request are refused with the place of a mistake", async () => {
    const wrong = [{ name: "a", formula: "1 +" }];
    const error: unknown = await fill("{{a}}", {}, { calculated: wrong }).catch((thrown: unknown) => thrown);
    const details = [
      { path: "settings.calculated.0.formula", line: 1, column: 4, message: "A number or a name must follow." },
    ];
    expect(error).toMatchObject({ code: "template_syntax", details });
  });

  test("that read too many items end as a document that is too large", async () => {
    const items = Array.from({ length: 1_001 }, () => 1);
    const filling = fill("", { items }, { calculated: [{ name: "a", formula: "sum(items, sum(items))" }] });
    await expect(filling).rejects.toMatchObject({ code: "document_too_large" });
  });
});

describe("Mustache", () => {
  test("values are escaped, unless the template says not to", async () => {
    const data = { x: `<b a="1" b='2' c=\`3\`>&` };
    expect(await body("{{x}}", data)).toBe(
      "&lt;b a&#x3D;&quot;1&quot; b&#x3D;&#39;2&#39; c&#x3D;&#x60;3&#x60;&gt;&amp;",
    );
    expect(await body("{{{x}}}{{&x}}", data)).toBe(data.x + data.x);
  });

  test("a __proto__ key in the data is an ordinary value and pollutes nothing", async () => {
    const data: unknown = JSON.parse('{"__proto__": {"admin": "yes"}, "a": {}}');
    expect(await body("[{{admin}}{{a.admin}}][{{__proto__.admin}}]", data)).toBe("[][yes]");
  });

  test("a toString key in the data is an ordinary value", async () => {
    expect(await body("{{a}}", { a: { toString: 1 } })).toBe("[object Object]");
  });

  test("unpaired surrogates become replacement characters", async () => {
    expect(await body("{{x}}", { x: "a\ud800b" })).toBe("a\ufffdb");
  });

  test.each([
    ["<p>\n  {{#a}}</p>", 'Unclosed section "a"', 2, 13],
    ["<p>\n{{/a}}", 'Unopened section "a"', 2, 1],
    ["{{a", "Unclosed tag", 1, 4],
  ])("a syntax error names line and column: %j", async (template, message, line, column) => {
    await expect(fill(template)).rejects.toMatchObject({
      code: "template_syntax",
      retryable: false,
      stage: "template",
      details: [{ path: "html", line, column, message }],
    });
  });
});

describe("formats", () => {
  test.each<[string, Partial<FillRequest>, string]>([
    ["{{ a | money EUR }}", {}, "€1,240.50"],
    ["{{ a | money }}", { currency: "CHF", language: "de-CH" }, "CHF 1’240.50"],
    ['<html lang="de"><body>{{ a | money EUR }}', {}, "1.240,50 €"],
    ["<html lang=fr><body>{{@locale}} {{ a | number }}", {}, "fr 1 240,5"],
    ['<html lang="de"><body>{{ a | money EUR }}', { language: "en-GB" }, "€1,240.50"],
    ["{{ b | datetime }}", { timeZone: "Asia/Tokyo" }, "Feb 1, 2026, 8:30 AM"],
    ["{{ a | money EUR }}", { language: "en-a" }, "€1,240.50"],
    ["{{ a | upper }}", { dialect: 1 }, "A KEY"],
  ])("%s with %j prints %s", async (template, overrides, expected) => {
    const data = { a: 1240.5, b: "2026-01-31T23:30:00Z", "a | upper": "A KEY" };
    const { html } = await fill(template, data, overrides);
    const printed = html.replace(/^.*<body>/s, "").replace(/<\/body><\/html>$/, "");
    // Releases of Intl differ in their blanks and apostrophes.
    expect(printed.replaceAll(/[\u00A0\u202F]/g, " ").replaceAll("&#39;", "’")).toBe(expected);
  });
});

describe("the document around a template", () => {
  test("a fragment gets a document with title, language and styles", async () => {
    const { html } = await fill("<p>Hi</p>", {}, { css: "p{color:red}", title: "A & B", language: "de-CH" });
    expect(html).toBe(
      '<!doctype html><html lang="de-CH"><head><meta charset="utf-8"><title>A &amp; B</title><style>p{color:red}</style></head><body><p>Hi</p></body></html>',
    );
  });

  test.each([
    [
      "<!doctype html><html><head><meta></head><body>x</body></html>",
      '<!doctype html><html lang="en"><head><meta><title>T</title><style>c</style></head><body>x</body></html>',
    ],
    ["<html lang=fr><body>x", "<html lang=fr><title>T</title><style>c</style><body>x"],
    ["<HTML><HEAD><TITLE>Mine</TITLE></HEAD>", '<HTML lang="en"><HEAD><TITLE>Mine</TITLE><style>c</style></HEAD>'],
    ["<!doctype html><p>x", "<!doctype html><title>T</title><style>c</style><p>x"],
    [
      "<!-- </head> --><head><script></head></script></head>",
      "<!-- </head> --><head><script></head></script><title>T</title><style>c</style></head>",
    ],
    ["{{! </head> }}<head></head>", "<head><title>T</title><style>c</style></head>"],
    ["<body><svg><title>chart</title></svg>", "<title>T</title><style>c</style><body><svg><title>chart</title></svg>"],
    ["{{#a}}<head></head>{{/a}}x", "<head><title>T</title><style>c</style></head>x"],
    ["{{#a}}<head>{{/a}}x", "<head><title>T</title><style>c</style>x"],
    ["<head>\n  {{#a}}\n</head>\n  {{/a}}\nx", "<head>\n<title>T</title><style>c</style></head>\nx"],
    ["<head {{a}}>{{#a}}<p>{{/a}}", "<head true><title>T</title><style>c</style><p>"],
    // A placeholder never splits a tag, whatever the tag contains.
    ["{{<head>}}x", "<title>T</title><style>c</style>x"],
  ])("styles go to the end of the head: %s", async (template, expected) => {
    expect((await fill(template, { a: true }, { css: "c", title: "T", language: "en" })).html).toBe(expected);
  });

  test.each([
    ["<html dir=auto>", {}],
    [`<html lang="ar" dir='auto'>`, {}],
    ['<HTML DIR = "AUTO">', {}],
    ["<html/dir=auto>", {}],
    ['<html dir="&#97;uto">', {}],
    ["<html dir=&#x61;uto>", {}],
    ['<html dir="{{dir}}">', { dir: "auto" }],
    ["<html {{#isMixed}}dir=auto{{/isMixed}}>", { isMixed: true }],
    ["<html {{{attributes}}}>", { attributes: "dir=auto" }],
    ["<html {{& attributes }}>", { attributes: "dir=auto" }],
    ["<html title=it's dir=auto>", {}],
    ["<html><head dir=auto>", {}],
    ["<html><head {{{attributes}}}>", { attributes: "dir=auto" }],
    ["<html><body><script>document.documentElement.dir = 'auto'</script>", {}],
  ])("the added title has its own direction if the document may take one from its text: %s", async (template, data) => {
    expect((await fill(template, data)).html).toContain('<title dir="ltr">A title</title>');
  });

  test.each([
    "<p>x",
    "<html>",
    '<html lang="{{lang}}">',
    "<html dir=rtl>",
    '<html dir = "RTL"><p dir=ltr>',
    "<html><p>{{{directory}}}",
  ])("the added title has no direction if the document's direction is fixed: %s", async (template) => {
    expect((await fill(template)).html).toContain("<title>A title</title>");
  });

  test("CSS is not Mustache and cannot end its element", async () => {
    const { html } = await fill("x", { a: "no" }, { css: "a{{b}} {{a}} </style><script>" });
    expect(html).toContain("<style>a{{b}} {{a}} <\\/style><script></style></head>");
  });

  test("data cannot move the styles", async () => {
    const { html } = await fill("<head>{{{a}}}</head><body>", { a: "</head>" }, { css: "c", title: "T" });
    expect(html).toBe("<head></head><title>T</title><style>c</style></head><body>");
  });

  test("header and footer are filled too", async () => {
    const filled = await fill("x", { n: "<7>" }, { header: "No {{n}}", footer: "{{#n}}f{{/n}}" });
    expect(filled).toMatchObject({ header: "No &lt;7&gt;", footer: "f" });
    await expect(fill("x", {}, { footer: "{{#n}}" })).rejects.toMatchObject({ details: [{ path: "settings.footer" }] });
  });
});

describe("limits", () => {
  const hundred = Array.from({ length: 100 }, () => 1);

  test("a template that prints without end stops at the size limit and leaves the event loop free", async () => {
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 10);
    await expect(fill("{{#a}}{{#a}}{{#a}}{{#a}}xxxx{{/a}}{{/a}}{{/a}}{{/a}}", { a: hundred })).rejects.toMatchObject({
      code: "document_too_large",
      retryable: false,
    });
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(2);
  });

  test("a template that loops and prints nothing stops at the time limit, and the next template is filled", async () => {
    const silent = "{{#a}}".repeat(6) + "{{/a}}".repeat(6);
    await expect(filler.fillTemplate(request(silent, { a: hundred }), signal)).rejects.toMatchObject({
      code: "render_timeout",
      stage: "template",
      retryable: false,
      message: "Filling the template exceeded the limit of 500 ms of processor time.",
    });
    expect((await filler.fillTemplate(request("{{x}}", { x: "next" }), signal)).html).toContain("next");
  });

  test("templates of one account that loop delay no other account", async () => {
    const shared = startFiller({ processes: 2, timeoutMs: 60_000 });
    const silent = "{{#a}}".repeat(6) + "{{/a}}".repeat(6);
    const loops = [1, 2, 3].map(() =>
      shared.fillTemplate(request(silent, { a: hundred }), signal).catch(() => "ended"),
    );
    const next = request("{{x}}", { x: "next" }, { holder: accountHolder("acc_2") });
    expect((await shared.fillTemplate(next, signal)).html).toContain("next");
    await shared.close();
    expect(await Promise.all(loops)).toEqual(["ended", "ended", "ended"]);
  });

  test("the time limit counts neither time on other processes nor earlier work of the process", async () => {
    const starved = startFiller({
      timeoutMs: 50,
      maxWallMs: 60_000,
      // The process used this time before the work, and no more since.
      readProcessorMs: () => Promise.resolve(50),
    });
    const startedAt = performance.now();
    const long = request("{{#a}}".repeat(4) + "{{/a}}".repeat(4) + "done", { a: hundred });
    expect((await starved.fillTemplate(long, signal)).html).toContain("done");
    expect(performance.now() - startedAt).toBeGreaterThan(50);
  });

  test("a process whose processor time is unknown is ended too", async () => {
    const silent = startFiller({
      timeoutMs: 50,
      maxWallMs: 500,
      readProcessorMs: () => new Promise(() => {}),
    });
    const endless = request("{{#a}}".repeat(6) + "{{/a}}".repeat(6), { a: hundred });
    const timeout = { code: "render_timeout", retryable: false };
    await expect(silent.fillTemplate(endless, signal)).rejects.toMatchObject(timeout);
    expect((await silent.fillTemplate(request("next"), signal)).html).toContain("next");
  });

  test("a template stops at the memory limit, and the next template is filled", async () => {
    const small = startFiller({ maxOutputBytes: 2e9, maxHeapBytes: 64_000_000 });
    const data = { a: hundred, b: "&".repeat(2_000) };
    const endless = request("{{#a}}{{#a}}{{#a}}{{#a}}{{b}}{{/a}}{{/a}}{{/a}}{{/a}}", data);
    await expect(small.fillTemplate(endless, signal)).rejects.toMatchObject({ code: "document_too_large" });
    expect((await small.fillTemplate(request("{{x}}", { x: "next" }), signal)).html).toContain("next");
  });

  test("5 MB of data are filled", async () => {
    const rows = Array.from({ length: 50_000 }, (_, id) => ({
      id,
      text: "some words of a row, <escaped> & all of that".repeat(2),
    }));
    const { html } = await fill("<table>{{#rows}}<tr><td>{{id}}<td>{{text}}{{/rows}}</table>", { rows });
    expect(html).toContain("<td>49999<td>");
  });

  test("header and footer count against the limit of the document", async () => {
    const small = startFiller({ maxOutputBytes: 1_000 });
    const request600 = (overrides: Partial<FillRequest>) => request("x".repeat(600), {}, overrides);
    await expect(small.fillTemplate(request600({ footer: "y".repeat(600) }), signal)).rejects.toMatchObject({
      code: "document_too_large",
    });
    expect((await small.fillTemplate(request600({ footer: "y" }), signal)).footer).toBe("y");
  });

  test("a process that is busy ends when its worker is killed", async () => {
    const module = new URL("../src/template-filler.ts", import.meta.url).href;
    const endless = request("{{#a}}".repeat(9) + "{{/a}}".repeat(9), { a: hundred });
    const script = `
      const { createTemplateFiller } = await import(${JSON.stringify(module)});
      const filler = createTemplateFiller(${JSON.stringify(limits)});
      const fill = (request) => filler.fillTemplate(request, new AbortController().signal);
      await fill(${JSON.stringify(request("first"))});
      void fill(${JSON.stringify(endless)});
      console.log("busy");`;
    const worker = spawn(process.execPath, ["--eval", script], { stdio: ["ignore", "pipe", "inherit"] });
    await once(worker.stdout, "data");
    const [own] = await descendantsOf(worker.pid ?? 0).then((all) => all.filter(({ pid }) => pid !== worker.pid));
    const commandLine = () => readFile(`/proc/${own?.pid}/cmdline`, "latin1").catch(() => "");
    expect(await commandLine()).toContain("fill-process");
    worker.kill("SIGKILL");
    // A process that has ended has no command line.
    while ((await commandLine()) !== "") await setImmediate();
  });

  test("an aborted request that waits is rejected at once", async () => {
    const abort = new AbortController();
    const endless = request("{{#a}}".repeat(6) + "{{/a}}".repeat(6), { a: hundred });
    const slow = filler.fillTemplate(endless, signal).catch((error: unknown) => error);
    const waiting = filler.fillTemplate(request("x"), abort.signal);
    abort.abort();
    await expect(waiting).rejects.toMatchObject({ code: "cancelled" });
    expect(await slow).toMatchObject({ code: "render_timeout" });
  });
});
