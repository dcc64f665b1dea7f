import { createHash } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { problems, publicOperations } from "@platen/contracts";
import { describeApi } from "./described-api.ts";
import { docsPage } from "./docs-page.ts";
import { html, prose } from "./html.ts";

const { api, operations: described } = describeApi();
const fonts = { "Geist Variable": "/dashboard/assets/geist.woff2" };
const { html: docs, policy } = docsPage(api, described, fonts);

test("values in a page are escaped unless they are HTML already", () => {
  expect(html`<p title="${'"'}">${"<script>&'"}${html`<b>${1}</b>`}${undefined}${["<", html`<i></i>`]}</p>`.html).toBe(
    '<p title="&quot;">&lt;script&gt;&amp;&#39;<b>1</b>&lt;<i></i></p>',
  );
  expect(prose("a `b<c` d").html).toBe("a <code>b&lt;c</code> d");
});

describe("/docs", () => {
  test("loads only the dashboard's fonts and runs nothing", () => {
    expect(docs).not.toMatch(/<(script|link|img|iframe|object|form|video|audio)\b/i);
    expect(docs).not.toMatch(/\son\w+=|\sstyle=|javascript:|@import/i);
    expect(docs.match(/url\([^)]*\)/g)).toEqual([`url(${fonts["Geist Variable"]})`]);
    expect([...docs.matchAll(/href="([^"]*)"/g)].map(([, target]) => target)).toEqual(
      expect.not.arrayContaining([expect.stringMatching(/^\w+:|^\/\//)]),
    );
  });

  test("has the one style that its policy allows", () => {
    const styles = [...docs.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, style]) => style ?? "");
    expect(styles).toHaveLength(1);
    const hash = createHash("sha256")
      .update(styles[0] ?? "")
      .digest("base64");
    expect(policy).toContain(`style-src 'sha256-${hash}'`);
    expect(policy).toContain("default-src 'none'");
  });
});

describe("the documentation", () => {
  test.each(publicOperations().filter(({ path }) => !path.startsWith("/api/dashboard/")))(
    "describes $operationId",
    ({ operationId, path }) => {
      expect(docs).toContain(`id="${operationId}"`);
      expect(docs).toContain(`<code class="path">${path}</code>`);
    },
  );

  test("has every problem code with its status", () => {
    for (const [code, { status }] of Object.entries(problems)) {
      expect(docs).toMatch(
        new RegExp(`<code>${code.replace(".", String.raw`\.`)}</code>\\s*</td>\\s*<td>${status}</td>`),
      );
    }
  });

  test("links only to parts of the page and to addresses that are served", () => {
    const ids = new Set([...docs.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => `#${id ?? ""}`));
    const targets = [...docs.matchAll(/href="([^"]*)"/g)].map(([, target]) => target ?? "");
    expect(
      targets.filter(
        (target) =>
          !ids.has(target) && !["/dashboard", "/api/v1/openapi.json", "/api/v1/openapi-sdk.json"].includes(target),
      ),
    ).toEqual([]);
  });
});
