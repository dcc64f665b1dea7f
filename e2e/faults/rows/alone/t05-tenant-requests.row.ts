import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { operations } from "@platen/contracts";
import {
  count,
  document,
  generate,
  javascript,
  named,
  oneRenderMs,
  sleeping,
  times,
} from "../../harms/tenant-requests.ts";
import type { Answer } from "../../load/caller.ts";
import { redisBytes } from "../../load/tenants.ts";
import { createTemplate, publishTemplate } from "../../../project-setup.ts";
import { tenantRows } from "../../runner/tenant-row.ts";

// One row for each way in which an account's requests could hurt another account. "Off" says how a row is seen to fail.

const requestsPerMinute = 900;
const tenantRow = tenantRows({
  RATE_LIMIT_PER_MINUTE: String(requestsPerMinute),
  PROJECT_RATE_LIMIT_PER_MINUTE: String(requestsPerMinute),
});

// Off: turns by project alone; the victim waited for 30 seconds.
tenantRow("T5", "Ten own projects with two sleeping previews each, then eight sleeping documents", {
  times: 2,
  oneRenderMs,
  forMs: 0,
  answers: /^(hung up|4\d\d|503 queue\.full)/,
  async prepare({ addProject, attacker: { raw } }) {
    const projects: string[] = [];
    while (projects.length < 10) projects.push(await addProject(`Sleeping ${projects.length}`));
    const body = JSON.stringify({ name: "Sleeping", html: sleeping(9_000), settings: javascript });
    const ask = document(raw, { html: sleeping(9_000) }, javascript);
    return async (send) => {
      const patienceMs = 4_000;
      const previews = projects.flatMap((projectId) => [projectId, projectId]);
      await Promise.all(
        previews.map((projectId) =>
          send(`/api/dashboard/projects/${projectId}/previews`, { as: "session", body, patienceMs }),
        ),
      );
      await times(8, () => ask(send, { patienceMs }));
    };
  },
});

/** Five megabytes whose compression is within the limit. */
const manyBytes = Array.from({ length: 23_000 }, (_, index) => `${"line of an invoice ".repeat(11)}${index}`).join("");

/** Four megabytes as a request's own HTML and CSS. */
const wideText = Array.from({ length: 40_000 }, (_, index) => `${"é€…”".repeat(4)}${index}`).join("");
const largeInline = { html: `${sleeping(6_000)}<!--${wideText}-->`, css: `/*${wideText}*/`, settings: javascript };

let maxBytes = 0;
// Off: a share of Redis above its memory; 75 such requests filled it, and the victim got 503.
// The pauses between large bodies alone hold back own HTML that is not counted: generate-document.test.ts sees that.
tenantRow("T9", "Data and own HTML of four to five megabytes each, twice what Redis holds", {
  times: 4,
  oneRenderMs,
  forMs: 0,
  answers: /^(hung up|200|4\d\d|503 queue\.full|504 render\.timeout)/,
  async prepare({ redis, attacker: { dashboard, projectId, raw } }) {
    await dashboard.call(operations.renameProject, { params: { projectId }, body: { allowsInlineHtml: true } });
    const data = { html: sleeping(6_000), note: manyBytes };
    const bodies = [{ templateId: raw, data, options: javascript }, largeInline].map((body) =>
      gzipSync(JSON.stringify(body)),
    );
    const headers = { "content-encoding": "gzip", "platen-deadline-ms": "8000" };
    const look = async () => {
      const used = /used_memory:(\d+)/.exec(await redis.info("memory"))?.[1];
      maxBytes = Math.max(maxBytes, Number(used));
    };
    return async (send) => {
      const watch = setInterval(() => void look(), 50);
      await times(80, async (index) => {
        await delay(60 * index);
        const body = bodies[index % 2];
        await send(generate, { as: "key", headers, patienceMs: 8_000, ...(body && { body }) });
      });
      clearInterval(watch);
    };
  },
  check: (figures) => figures.atMost("memory of Redis, of what it may take", (100 * maxBytes) / redisBytes, 60, "%"),
});

/** Half a megabyte of text in each of the places of a template. */
const largeSource = { html: "x".repeat(500_000), css: "x".repeat(500_000) };

// Off: no turns of accounts and no pauses between large bodies; most of the victim's answers were 503.
tenantRow("T14", "Hundreds of lists, large templates and large bodies at once", {
  oneRenderMs,
  answers: /^(hung up|200|4\d\d|503 (queue\.full|dependency\.unavailable))/,
  forMs: 0,
  async prepare({ attacker: { dashboard, projectId, raw } }) {
    const { templateId } = await createTemplate(dashboard, projectId, { name: "Large", ...largeSource });
    const project = `/api/dashboard/projects/${projectId}`;
    const body = JSON.stringify({ templateId: raw, data: { lines: manyBytes } });
    return (send) =>
      Promise.all([
        times(300, () => send(`${project}/templates?search=a`, { as: "session", method: "GET" })),
        times(60, () => send(`${project}/templates/${templateId}/draft`, { as: "session", method: "GET" })),
        times(6, () => send(generate, { as: "key", body })),
      ]);
  },
});

const made = { projects: 0, keys: 0, requests: 0 };
// Off: RATE_LIMIT_PER_MINUTE by key, and no limits of projects, keys and previews.
tenantRow("T11", "Many projects, keys, previews, and requests with many keys", {
  oneRenderMs,
  forMs: 0,
  answers: /^(20[01]|4\d\d|503 queue\.full)/,
  async prepare({ attacker: { dashboard, projectId } }) {
    const inOwn = { params: { projectId } };
    const keys: string[] = [];
    for (const name of ["Second", "Third"]) {
      keys.push((await dashboard.call(operations.createApiKey, { ...inOwn, body: { name } })).key);
    }
    const projects = "/api/dashboard/projects";
    const preview = JSON.stringify({ name: "Stored", html: `<!--${"x".repeat(200_000)}-->` });
    return async (send) => {
      const more = await times(60, (index) => send(projects, { as: "session", body: named(index) }));
      const issued = await times(120, (index) =>
        send(`${projects}/${projectId}/api-keys`, { as: "session", body: named(index) }),
      );
      for (let sent = 0; sent < 60; sent += 20) {
        await times(20, () => send(`${projects}/${projectId}/previews`, { as: "session", body: preview }));
      }
      const listed: Answer[] = [];
      while (listed.length < 2 * requestsPerMinute) {
        const answers = await times(40, (index) => {
          const headers = { authorization: `Bearer ${keys[index % 2]}` };
          return send("/api/v1/templates", { as: "key", method: "GET", headers });
        });
        listed.push(...answers);
      }
      made.projects = count(more, 201);
      made.keys = count(issued, 201);
      made.requests = count(listed, 200);
    };
  },
  check(figures) {
    figures.atMost("projects of 60 that Platen made", made.projects, 50);
    figures.atMost("API keys of 120 that it made", made.keys, 100);
    figures.atMost("requests of two keys that it served", made.requests, requestsPerMinute);
  },
});

const flood =
  "const { contentDocument: d } = document.body.appendChild(document.createElement('iframe')); setTimeout(() => { for (;;) { d.open(); d.close(); } }); window.platenReady = new Promise(() => {})";
const loop = `${"{{#a}}".repeat(2)}{{#a}}{{^a}}x{{/a}}{{/a}}${"{{/a}}".repeat(2)}`;

// Off: one queue for the processes of all accounts, and no watch of the browser's main process; either one stopped the
// victim for 15 seconds.
tenantRow("T13", "Templates that take their whole time to fill, frames and scripts that keep the browser busy", {
  oneRenderMs,
  forMs: 8_000,
  answers: /^(hung up|200|4\d\d|503 queue\.full|504 render\.timeout)/,
  async prepare({ attacker: { dashboard, projectId, raw } }) {
    const loops = await publishTemplate(dashboard, projectId, { name: "Loops", html: loop });
    const floods = [
      document(raw, { html: `<body><p>x</p><script>${flood}</script>` }, javascript),
      document(raw, { html: '<iframe srcdoc="<p>x"></iframe>'.repeat(3_000) }),
    ];
    const slow = document(loops, { a: Array.from({ length: 2_000 }, () => 1) });
    return async (send) => {
      await Promise.all(floods.map((ask) => ask(send)));
      await times(6, () => slow(send));
    };
  },
});
