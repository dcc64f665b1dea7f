import { createHash } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { problems, publicOperations } from "@platen/contracts";
import { describeApi } from "./described-api.ts";
import { createDocsSite } from "./docs-site.ts";
import { guides, subjects } from "./subjects.ts";

const { api, operations } = describeApi();
const fonts = { "Geist Variable": "/dashboard/assets/geist.woff2" };
const { pages, search } = createDocsSite(api, operations, fonts);
const all = [...pages].map(([path, { html, policy }]) => ({ path, html, policy }));
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, part]) => part ?? "");
const idsOf = (markup: string) => found(markup, /\sid="([^"]+)"/g);
const resultsOf = (query: string) => found(search(query).html, /<li>\s*<a href="([^"]*)"/g);

describe("each page of the documentation", () => {
  test.each([...all, { path: "/docs/search?q=<b>", ...search("<b>") }])(
    "$path loads only the dashboard's fonts and runs nothing",
    ({ html, policy }) => {
      const markup = html.replaceAll(/<code[^>]*>.*?<\/code>/gs, "");
      expect(html).not.toMatch(/<(script|link|img|iframe|object|video|audio|b>&)\b/i);
      expect(markup).not.toMatch(/<[^>]*\s(on\w+|style)=|="javascript:|@import/i);
      const [style = "", ...others] = found(html, /<style>([\s\S]*?)<\/style>/g);
      expect(others).toEqual([]);
      expect(found(style, /url\(([^)]*)\)/g)).toEqual(Object.values(fonts));
      expect(policy.split("; ")).toEqual([
        "default-src 'none'",
        `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
        "font-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ]);
    },
  );

  test.each(all)("$path has each id once, and marks itself in the list", ({ path, html }) => {
    const ids = idsOf(html);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(found(html, /<a href="([^"]*)" aria-current="page">/g)).toEqual([path]);
  });

  test.each(all)(
    "links of $path lead to places that exist, to what the gateway serves, or to the web",
    ({ path, html }) => {
      const isBroken = (target: string) => {
        if (/^(https?:|\/dashboard|\/api\/v1\/openapi(-sdk)?\.json$)/.test(target)) return false;
        const [, other = "", anchor] = /^([^#]*)(?:#(.+))?$/.exec(target) ?? [];
        const page = pages.get(other === "" ? path : other);
        return !page || (anchor !== undefined && !idsOf(page.html).includes(decodeURIComponent(anchor)));
      };
      expect(found(html, /href="([^"]*)"/g).filter(isBroken)).toEqual([]);
    },
  );
});

test("only guides lead to other sites", () => {
  const foreign = all.filter(({ html }) => /href="https?:/.test(html)).map(({ path }) => path);
  expect(foreign.filter((path) => !path.startsWith("/docs/guides/"))).toEqual([]);
});

describe("the documentation", () => {
  const called = publicOperations().filter(({ path }) => !path.startsWith("/api/dashboard/"));

  test("has a place for each operation of the contract, and for each message that Platen posts", () => {
    const placed = subjects.flatMap(({ operations: ids }) => ids);
    expect(placed.toSorted()).toEqual([...operations.keys()].toSorted());
    expect(placed).toEqual(expect.arrayContaining(called.map(({ operationId }) => operationId)));
  });

  test.each(called)("describes $operationId with its path, answers, errors and an example", ({ operationId, path }) => {
    const subject = subjects.find(({ operations: ids }) => ids.includes(operationId));
    const markup = pages.get(`/docs/${subject?.name}`)?.html ?? "";
    const [section = ""] = found(
      markup,
      new RegExp(`<section class="operation" id="${operationId}">(.*?)</section>`, "gs"),
    );
    expect(section).toContain(`<code class="path">${path}</code>`);
    expect(section).toMatch(/<b>2\d\d<\/b>/);
    expect(section).toContain('href="/docs/errors#');
    expect(section).toContain("curl ");
  });

  test("leads from the ids of the time when it was one page to their places", () => {
    const overview = pages.get("/docs")?.html ?? "";
    const names = Object.keys(api.components.schemas).map((name) => `schema-${name}`);
    expect(idsOf(overview)).toEqual(
      expect.arrayContaining([...operations.keys(), ...names, "start", "errors", "schemas"]),
    );
  });

  test("describes each object once", () => {
    const described = all.flatMap(({ html }) => found(html, /<section class="object" id="schema-(\w+)">/g));
    expect(described.toSorted()).toEqual(Object.keys(api.components.schemas).toSorted());
  });

  test("has every problem code with its status", () => {
    const errors = pages.get("/docs/errors")?.html ?? "";
    for (const [code, { status }] of Object.entries(problems))
      expect(errors).toMatch(new RegExp(`<div id="${code}">\\s*<dt>\\s*<b>${status}</b> <code>${code}</code>`));
  });

  test.each(guides)("has the guide “$title”", ({ name, title }) => {
    const markup = pages.get(`/docs/guides/${name}`)?.html ?? "";
    expect(markup).toContain(`<h1>${title}</h1>`);
    expect(markup.length).toBeGreaterThan(3_000);
  });
});

describe("the search", () => {
  test("finds operations by their words, path and fields, before guides and errors", () => {
    expect(resultsOf("cancel batch")[0]).toBe("/docs/batches#cancelBatch");
    expect(resultsOf("GET /api/v1/key")).toContain("/docs/projects#getOwnKey");
    expect(resultsOf("callbackurl document")).toContain("/docs/documents#createDocument");
  });

  test("finds parts of guides, objects and errors", () => {
    expect(resultsOf("flask")).toContain("/docs/guides/webhooks#flask");
    expect(resultsOf("PageSettings")).toContain("/docs/objects#schema-PageSettings");
    expect(resultsOf("rate.limited")).toContain("/docs/errors#rate.limited");
  });

  test("says when nothing has the words, and shows them as text", () => {
    const { html } = search('no "such" <i>');
    expect(html).toContain("No operation, object, error or guide has these words.");
    expect(html).toContain('value="no &quot;such&quot; &lt;i&gt;"');
  });
});
