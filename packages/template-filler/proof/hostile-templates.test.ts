import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { isRenderError } from "@platen/engine/failure";
import { proofOr } from "@platen/testing";
import { fillRequest } from "./fill-request.ts";
import { hostileTemplates, partials, prototypeNames } from "./hostile-templates.ts";
import { createTemplateFiller, type TemplateFiller } from "../src/template-filler.ts";

/** A filler with a worker's limits. In `npm test` endless templates get less time. */
let filler: TemplateFiller;

beforeAll(() => {
  filler = createTemplateFiller({
    processes: 2,
    timeoutMs: proofOr(2_000, 150),
    maxOutputBytes: 20_000_000,
    maxHeapBytes: 512_000_000,
  });
});

afterAll(() => filler.close());

async function fill(html: string, dataJson: string): Promise<string> {
  const filled = await filler.fillTemplate(fillRequest(html, dataJson), new AbortController().signal);
  return filled.html;
}

/** The body of a filled template. */
async function bodyOf(html: string, dataJson: string): Promise<string> {
  return (await fill(html, dataJson)).replace(/^[\s\S]*?<body>/, "").replace(/<\/body><\/html>$/, "");
}

/**
 * Measures how long this thread was blocked, in processor time: wall time also passes while other processes run.
 */
async function longestBlock(work: () => Promise<void>): Promise<number> {
  let longestMs = 0;
  let last = process.threadCpuUsage();
  const measure = () => {
    const used = process.threadCpuUsage(last);
    longestMs = Math.max(longestMs, (used.user + used.system) / 1_000);
    last = process.threadCpuUsage();
  };
  const timer = setInterval(measure, 1);
  try {
    await work();
  } finally {
    clearInterval(timer);
    measure();
  }
  return longestMs;
}

const data = JSON.stringify({ object: {}, list: [1], word: "w", number: 1, yes: true, nothing: null });

test.each(prototypeNames)("{{%s}} is a name without a value, like any other", async (name) => {
  expect(await bodyOf(`[{{${name}}}{{{${name}}}}{{&${name}}}{{#${name}}}x{{/${name}}}]`, data)).toBe("[]");
});

test.each(partials)("%s reaches no other template", async (partial) => {
  expect(await bodyOf(`[${partial}]`, '{"name":"self"}')).toBe("[]");
});

/** `npm test` fills every third template: an endless one costs a process, and its start takes most of the time. */
const every = proofOr(1, 3);
const blockTries = 4;
const refusals = ["template_syntax", "data_invalid", "document_too_large", "render_timeout"];
const traces = /native code|\[object Function\]|function ?\w*\(|class \w+ \{/;

test("each template is filled or refused with a reason, shows nothing of JavaScript, and does not block the worker", async () => {
  const wrong: string[] = [];
  for (const { name, html, dataJson } of hostileTemplates.filter((_template, index) => index % every === 0)) {
    let end = "filled";
    const fillOnce = () =>
      longestBlock(async () => {
        try {
          if (traces.test(await fill(html, dataJson))) wrong.push(`${name}: shows JavaScript`);
        } catch (error) {
          end = isRenderError(error) && !error.retryable ? error.code : String(error);
          if (!refusals.includes(end)) wrong.push(`${name}: ${end}`);
        }
      });
    let blockedMs = await fillOnce();
    // Sometimes this thread also collects the test's own garbage. The cost of a template itself comes each time.
    for (let tries = 1; tries < blockTries && blockedMs > 100; tries += 1)
      blockedMs = Math.min(blockedMs, await fillOnce());
    if (blockedMs > 100) wrong.push(`${name}: blocked the worker for ${Math.round(blockedMs)} ms (${end})`);
  }
  expect(wrong).toEqual([]);
  expect(await bodyOf("{{a}}", '{"a":"next"}')).toBe("next");
});

test("the measurement detects a blocked thread", async () => {
  const blockedMs = await longestBlock(async () => {
    const { user } = process.threadCpuUsage();
    while (process.threadCpuUsage().user - user < 150_000) Math.sqrt(user);
  });
  expect(blockedMs).toBeGreaterThan(100);
});
