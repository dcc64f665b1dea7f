import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { isRenderError } from "@platen/engine/failure";
import { hostileTemplates, partials, prototypeNames } from "./hostile-templates.ts";
import { createTemplateFiller, type TemplateFiller } from "../src/template/template-filler.ts";

/** With the worker's own limits. */
let filler: TemplateFiller;
let sources = 0;

beforeAll(() => {
  filler = createTemplateFiller({
    threads: 2,
    timeoutMs: 2_000,
    maxOutputBytes: 20_000_000,
    maxHeapBytes: 512_000_000,
  });
});

afterAll(() => filler.close());

async function fill(html: string, dataJson: string): Promise<string> {
  sources += 1;
  const request = {
    sourceId: `ver_${sources}`,
    html,
    css: "",
    header: undefined,
    footer: undefined,
    title: "T",
    language: undefined,
    dataJson,
  };
  const filled = await filler.fillTemplate(request, new AbortController().signal);
  return filled.html;
}

/** What a filled template shows in its body. */
async function shown(html: string, dataJson: string): Promise<string> {
  return (await fill(html, dataJson)).replace(/^[\s\S]*?<body>/, "").replace(/<\/body><\/html>$/, "");
}

/**
 * The longest that this thread was at work without a pause, by its processor time: that of the clock also grows while
 * others have the processor.
 */
async function longestHold(work: () => Promise<void>): Promise<number> {
  let longestMs = 0;
  let last = process.threadCpuUsage();
  const look = () => {
    const used = process.threadCpuUsage(last);
    longestMs = Math.max(longestMs, (used.user + used.system) / 1_000);
    last = process.threadCpuUsage();
  };
  const timer = setInterval(look, 1);
  try {
    await work();
  } finally {
    clearInterval(timer);
    look();
  }
  return longestMs;
}

const data = JSON.stringify({ object: {}, list: [1], word: "w", number: 1, yes: true, nothing: null });

test.each(prototypeNames)("{{%s}} is a name like any other, of something that is not there", async (name) => {
  expect(await shown(`[{{${name}}}{{{${name}}}}{{&${name}}}{{#${name}}}x{{/${name}}}]`, data)).toBe("[]");
});

test.each(partials)("%s reaches no other template", async (partial) => {
  expect(await shown(`[${partial}]`, '{"name":"self"}')).toBe("[]");
});

test("there are enough of the others", () => {
  expect(prototypeNames.length + partials.length + hostileTemplates.length).toBeGreaterThanOrEqual(80);
});

const holdTries = 4;
const refusals = ["template_syntax", "data_invalid", "document_too_large", "render_timeout"];
const traces = /native code|\[object Function\]|function ?\w*\(|class \w+ \{/;

test("each of them is filled or refused with a reason, shows nothing of JavaScript, and holds nobody up", async () => {
  const wrong: string[] = [];
  for (const { name, html, dataJson } of hostileTemplates) {
    let end = "filled";
    const fillOnce = () =>
      longestHold(async () => {
        try {
          if (traces.test(await fill(html, dataJson))) wrong.push(`${name}: shows JavaScript`);
        } catch (error) {
          end = isRenderError(error) && !error.retryable ? error.code : String(error);
          if (!refusals.includes(end)) wrong.push(`${name}: ${end}`);
        }
      });
    let heldMs = await fillOnce();
    // The test's own garbage is collected on this thread too, at times; what a template costs, it costs each time.
    for (let again = 1; again < holdTries && heldMs > 100; again += 1) heldMs = Math.min(heldMs, await fillOnce());
    if (heldMs > 100) wrong.push(`${name}: held the worker for ${Math.round(heldMs)} ms (${end})`);
  }
  expect(wrong).toEqual([]);
  expect(await shown("{{a}}", '{"a":"next"}')).toBe("next");
}, 120_000);

test("what measures that sees a thread that is held", async () => {
  const heldMs = await longestHold(async () => {
    const { user } = process.threadCpuUsage();
    while (process.threadCpuUsage().user - user < 150_000) Math.sqrt(user);
  });
  expect(heldMs).toBeGreaterThan(100);
});
