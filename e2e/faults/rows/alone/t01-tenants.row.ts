import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { createApiKeyValue, operations } from "@platen/contracts";
import { createPng } from "@platen/testing";
import { forgetPeakMemory, peakMemory } from "../../facts/process-facts.ts";
import { attemptsAt } from "../../facts/worker-attempts.ts";
import type { Answer } from "../../load/caller.ts";
import { redisBytes, type Tenants } from "../../load/tenants.ts";
import { tenantRows, type Round } from "../../runner/tenant-row.ts";

// One row for each way in which one caller could hurt another. "Off" says how a row is seen to fail.

const requestsPerMinute = 900;
const triesPerAccount = 20;
const tenantRow = tenantRows({
  RATE_LIMIT_PER_MINUTE: String(requestsPerMinute),
  PROJECT_RATE_LIMIT_PER_MINUTE: String(requestsPerMinute),
  SIGN_IN_TRIES_PER_ACCOUNT_TOTAL: String(triesPerAccount),
});

const generate = "/api/v1/generate";
const gatewayMegabytes = 300;
/** The attacker's documents may put so much before the victim's: later a worker prints other documents beside a slow one. */
const oneRenderMs = 250;
const documentOrRefusal = /^(200|4\d\d|504 render\.timeout)/;
const refusal = /^4\d\d/;

type Send = Parameters<Round>[0];

/** Sends a document of one of the attacker's templates. */
function document(templateId: string, data: object, options: object = {}) {
  const body = JSON.stringify({ templateId, data, options });
  const headers = { "platen-deadline-ms": "8000" };
  return (send: Send, more: Partial<Parameters<Send>[1]> = {}) =>
    send(generate, { as: "key", body, ...more, headers: { ...headers, ...more.headers } });
}

const times = <T>(count: number, send: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => send(index)));
const named = (index: number) => JSON.stringify({ name: `More ${index}` });
const count = (answers: readonly Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length;
const sleeping = (ms: number) =>
  `<p>x</p><script>window.platenReady = new Promise((done) => setTimeout(done, ${ms}))</script>`;
const javascript = { javascript: true };

// Off: worker code before its scans were linear; both documents stopped the worker for 27 seconds.
tenantRow("T1", "Escaped data with long runs after words that the worker looks for", {
  oneRenderMs,
  answers: documentOrRefusal,
  prepare({ attacker: { escaped } }) {
    const words = ["url(", "src(", "@import", "href=", "<meta name=", "<style"];
    const notes = words.map((word) => `${word}${" ".repeat(130_000)}`);
    const documents = [...notes, "<style".repeat(30_000)].map((note) => document(escaped, { note }));
    return async (send) => {
      for (const ask of documents) await times(2, () => ask(send));
    };
  },
});

// Off: worker code that followed `/ToUnicode` anywhere in the file; the worker ended for lack of memory.
tenantRow("T2", "A title that names a picture as the character map of a font", {
  oneRenderMs,
  answers: documentOrRefusal,
  prepare({ attacker: { escaped } }) {
    const number = Array.from({ length: 15 }, (_, index) => `/ToUnicode ${index + 3} 0 R`).join(" ");
    const map = "endcodespacerange <0000> <0FFFFFFF> <0041> endcmap".padEnd(75);
    const picture = createPng({
      width: 5,
      height: 5,
      bitsPerSample: 8,
      colours: "rgb",
      row: (length, index) => Buffer.from(map.slice(index * length, (index + 1) * length)),
    });
    const logo = `data:image/png;base64,${picture.toString("base64")}`;
    const ask = document(escaped, { number, logo, note: "\u2019 \u8a00" });
    return (send) => times(2, () => ask(send));
  },
});

// Off: `longestDelimiter` of packages/mustache raised; a viewer stopped the catalog for 39 seconds.
tenantRow("T3", "Templates that are hard to check, of a member and of a viewer", {
  answers: documentOrRefusal,
  prepare({ viewed, attacker: { projectId } }) {
    const run = "a".repeat(400);
    const sources = [
      `{{=${run}b${run} x=}}${"a".repeat(600_000)}`,
      `{{=aaaaaaab}} x=}}${"a".repeat(900_000)}`,
      "{{#a}}".repeat(100_000),
      "{{=<% %>=}}<%={{ }}=%>".repeat(30_000),
      "{{".repeat(400_000),
      `{{${"a.".repeat(400_000)}b}}`,
    ];
    const bodies = sources.map((html) => ({
      viewer: JSON.stringify({ html, data: {} }),
      member: JSON.stringify({ name: "Hard", html }),
    }));
    return async (send) => {
      for (const { viewer, member } of bodies) {
        await Promise.all([
          send(`${viewed}/preview`, { as: "session", body: viewer }),
          send(`/api/dashboard/projects/${projectId}/previews`, { as: "session", body: member }),
          send(`/api/dashboard/projects/${projectId}/templates`, { as: "session", body: member }),
        ]);
      }
    };
  },
});

/** Small bodies that were long work to inflate, read or check. */
const bombs = [
  "[".repeat(2_500_000) + "]".repeat(2_500_000),
  `[${"{},".repeat(1_600_000)}{}]`,
  `[${"[],".repeat(1_600_000)}[]]`,
  `{${Array.from({ length: 400_000 }, (_, index) => `"k${index}":1`).join()}}`,
];

// Off: one limit for all bodies and no ratio; one request a second stopped the gateway, 24 took 677 MB.
tenantRow("T4", "Compressed JSON of anonymous callers", {
  times: 1.2,
  forMs: 5_000,
  answers: refusal,
  async prepare({ platen }) {
    const bodies = bombs.map((bomb) => gzipSync(bomb));
    const authorization = `Bearer ${createApiKeyValue(randomBytes)}`;
    const headers = { "content-encoding": "gzip" };
    await forgetPeakMemory(platen.processes.gateway.pid);
    return async (send) => {
      const all = bodies.flatMap((body) => [
        send("/api/dashboard/session", { as: "anyone", body, headers }),
        send(generate, { as: "anyone", body, headers: { ...headers, authorization } }),
      ]);
      await delay(1_000);
      await Promise.all(all);
    };
  },
  async check(figures, { platen, send }) {
    const [, body] = bombs.map((bomb) => gzipSync(bomb));
    const headers = { "content-encoding": "gzip" };
    await times(24, () => send("/api/dashboard/session", { as: "anyone", headers, ...(body && { body }) }));
    const { pid } = platen.processes.gateway;
    figures.atMost("peak memory of the gateway, with 24 at once", await peakMemory(pid), gatewayMegabytes, "MB");
  },
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

/** Signs the victim's owner in with a browser's cookies, and returns the status and its cookies. */
async function signInAsOwner({ baseUrl, account }: Tenants["platen"], cookie = "") {
  const headers = { "content-type": "application/json", "sec-fetch-site": "same-origin", cookie };
  const body = JSON.stringify(account);
  const answer = await fetch(`${baseUrl}/api/dashboard/session`, { method: "POST", headers, body });
  const cookies = answer.headers.getSetCookie().map((set) => set.split(";")[0]);
  return { status: answer.status, cookie: cookies.join("; ") };
}

let ownersCookie = "";
// Off: SIGN_IN_TRIES_PER_ACCOUNT_TOTAL raised for the guesses, a throttle by account alone for the lockout.
tenantRow("T6", "Guesses of the owner's password, at sign-in and through an own invitation", {
  forMs: 0,
  answers: /^(401|403|404|409|429)/,
  async prepare({ platen, attacker: { dashboard, projectId } }) {
    ({ cookie: ownersCookie } = await signInAsOwner(platen));
    const { email } = platen.account;
    const invitation = { params: { projectId }, body: { email, role: "viewer" } } as const;
    const { code } = await dashboard.call(operations.inviteMember, invitation);
    return async (send) => {
      await times(30, (index) => {
        const body = JSON.stringify({ code, password: `a wrong password ${index}` });
        return send("/api/dashboard/invitations/accept", { as: "anyone", body });
      });
      await times(30, (index) => {
        const body = JSON.stringify({ email, password: `a wrong password ${index}` });
        return send("/api/dashboard/session", { as: "anyone", body });
      });
    };
  },
  async check(figures, { platen }, answers) {
    figures.atMost("passwords that 60 guesses could try", count(answers, 401), triesPerAccount);
    const { status } = await signInAsOwner(platen, ownersCookie);
    figures.exactly("then the owner signs in, in the browser that signed in before", status, 200);
  },
});

// Off: the JSON answer built as a whole without a limit; eight callers took 630 MB.
tenantRow("T7", "Eight callers ask for a large PDF as JSON", {
  oneRenderMs,
  forMs: 0,
  answers: documentOrRefusal,
  async prepare({ platen, attacker: { raw } }) {
    const html = `<svg width="700" height="990"><filter id="f"><feTurbulence baseFrequency="0.9"/></filter><rect width="700" height="990" filter="url(#f)"/></svg>`;
    const ask = document(raw, { html });
    await forgetPeakMemory(platen.processes.gateway.pid);
    // Printed once, because the row is about the answers.
    const headers = { accept: "application/json", "idempotency-key": "one-large-document" };
    return (send) => times(8, () => ask(send, { headers }));
  },
  async check(figures, { platen }) {
    const peak = await peakMemory(platen.processes.gateway.pid);
    figures.atMost("peak memory of the gateway", peak, gatewayMegabytes, "MB");
  },
});

// Off: RENDERER_MAX_BYTES=100000000000; the renderer took 2,650 MB and the answer was a document.
tenantRow("T8", "Scripts take 40 times 64 MB", {
  oneRenderMs,
  forMs: 0,
  answers: /^422 document\.memory_exceeded/,
  prepare({ attacker: { raw } }) {
    const script = "const kept = []; for (let i = 0; i < 40; i += 1) kept.push(new Uint8Array(64 << 20).fill(1));";
    const ask = document(raw, { html: `<p>x</p><script>${script}</script>` }, javascript);
    return (send) => times(2, () => ask(send));
  },
});

/** Five megabytes whose compression is within the limit. */
const manyBytes = Array.from({ length: 23_000 }, (_, index) => `${"line of an invoice ".repeat(11)}${index}`).join("");

let mostBytes = 0;
// Off: a share of Redis above its memory; 75 such requests filled it, and the victim got 503.
tenantRow("T9", "Data of five megabytes each, twice what Redis holds", {
  times: 4,
  oneRenderMs,
  forMs: 0,
  answers: /^(hung up|200|4\d\d|503 queue\.full)/,
  prepare({ redis, attacker: { raw } }) {
    const data = { html: sleeping(6_000), note: manyBytes };
    const body = gzipSync(JSON.stringify({ templateId: raw, data, options: javascript }));
    const headers = { "content-encoding": "gzip", "platen-deadline-ms": "8000" };
    const look = async () => {
      const used = /used_memory:(\d+)/.exec(await redis.info("memory"))?.[1];
      mostBytes = Math.max(mostBytes, Number(used));
    };
    return async (send) => {
      const watch = setInterval(() => void look(), 50);
      await times(80, async (index) => {
        await delay(60 * index);
        await send(generate, { as: "key", body, headers, patienceMs: 8_000 });
      });
      clearInterval(watch);
    };
  },
  check: (figures) => figures.atMost("memory of Redis, of what it may take", (100 * mostBytes) / redisBytes, 60, "%"),
});

// Off: `previewTemplate` with the permission `read` for any body.
tenantRow("T10", "A viewer's own HTML and scripts", {
  answers: /^403 auth\.scope_missing/,
  prepare({ viewed }) {
    const bodies = [
      { html: "<p>x</p>", data: {} },
      { css: "p { color: red }", data: {} },
      { settings: javascript, data: {} },
      { options: javascript, data: {} },
    ].map((body) => JSON.stringify(body));
    return async (send) => {
      for (const body of bodies) await send(`${viewed}/preview`, { as: "session", body });
    };
  },
  async check(figures, { viewed, send }) {
    const { status } = await send(`${viewed}/preview`, { as: "session", body: JSON.stringify({ data: {} }) });
    figures.exactly("a preview of the draft as it is", status, 200);
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
    const preview = JSON.stringify({ name: "Stored", html: "x".repeat(200_000) });
    return async (send) => {
      const more = await times(60, (index) => send(projects, { as: "session", body: named(index) }));
      const issued = await times(120, (index) =>
        send(`${projects}/${projectId}/api-keys`, { as: "session", body: named(index) }),
      );
      await times(200, () => send(`${projects}/${projectId}/previews`, { as: "session", body: preview }));
      const listed = await times(2 * requestsPerMinute, (index) => {
        const headers = { authorization: `Bearer ${keys[index % 2]}` };
        return send("/api/v1/templates", { as: "key", method: "GET", headers });
      });
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

// Off: worker code that retries what it cannot amend, headers that keep `@import`.
tenantRow("T12", "Templates and data that fail or crash on demand", {
  oneRenderMs,
  forMs: 0,
  answers: documentOrRefusal,
  prepare({ attacker: { raw, repeating } }) {
    const a = Array.from({ length: 100 }, (_, index) => index);
    const header = `<link rel="stylesheet" href="data:text/css,@import%20%22http://x/%22;"><style>@import "http://x/"</style>`;
    const documents = [
      document(repeating, { a }),
      document(raw, { html: "<p>x</p>" }, { header }),
      document(raw, { html: '<html lang="x endobj y"><p>x</p>' }, { tagged: true }),
      document(raw, { html: '<html lang="x >> endstream endobj trailer"><p>x</p>' }, { tagged: true }),
    ];
    const deep = `{"templateId":"${raw}","data":{"html":${"[".repeat(500_000)}${"]".repeat(500_000)}}}`;
    return async (send) => {
      for (const ask of documents) await ask(send);
      await send(generate, { as: "key", body: deep });
    };
  },
  async check(figures, { platen }, answers) {
    const ids = answers.flatMap(({ documentId }) => documentId ?? []);
    const attempts = await Promise.all(ids.map((id) => attemptsAt(id, platen.processes.workers, 1)));
    figures.exactly(
      "attempts at each document",
      attempts.map(({ length }) => length).join(" "),
      ids.map(() => 1).join(" "),
    );
  },
});
