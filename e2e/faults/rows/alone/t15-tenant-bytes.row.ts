import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { createApiKeyValue, operations } from "@platen/contracts";
import { collidingNames, longName, objectOf } from "../../harms/costly-json.ts";
import { compress } from "../../harms/compress.ts";
import { blanksInChunks, headOf, converse } from "../../harms/raw-bytes.ts";
import { openSlowSockets } from "../../harms/slow-sockets.ts";
import { generate, oneRenderMs, times } from "../../harms/tenant-requests.ts";
import { countStatuses, type Answer } from "../../load/caller.ts";
import { ownProjects } from "../../load/own-projects.ts";
import { otherRequests } from "../../load/other-requests.ts";
import { p95 } from "../../load/times.ts";
import { tenantRows } from "../../runner/tenant-row.ts";

// One row for each way in which the bytes of a body, or the number of requests, could take the gateway from another
// account. "Off" says how a row is seen to fail.

const refusalOrNothing = /^(hung up|no answer|4\d\d|503 (queue\.full|dependency\.unavailable))/;
const answerOrRefusal = /^(hung up|no answer|20\d|4\d\d|503 (queue\.full|dependency\.unavailable)|504 render\.timeout)/;
const tenantRow = tenantRows({}, { oneRenderMs, bounds: { growthMegabytes: 250, workAfterwards: 25 } });
const gzip = { "content-encoding": "gzip" };

// Off: readers that keep each chunk; the gateway ended for lack of memory.
tenantRow("T15", "Bodies in chunks of one byte: 400 sign-ins without a key, four documents, three uploads of rows", {
  answers: refusalOrNothing,
  forMs: 0,
  async prepare(tenants) {
    const { baseUrl } = tenants.platen;
    const [{ apiKey, batchId }] = await ownProjects(tenants, 1);
    const json = { "Content-Type": "application/json", "Transfer-Encoding": "chunked" };
    const withKey = { Authorization: `Bearer ${apiKey}`, ...json };
    const signIn = (index: number) =>
      headOf("POST /api/dashboard/session", {
        ...json,
        "Sec-Fetch-Site": "same-origin",
        "X-Forwarded-For": `10.8.${index >> 8}.${index & 255}`,
      });
    const short = blanksInChunks(16_300);
    const long = blanksInChunks(1_300_000);
    const rows = headOf(`POST /api/v1/batches/${batchId}/rows`, { ...withKey, "Row-Offset": "0" });
    const hold = (bytes: string, isRead = true) =>
      converse(baseUrl, { begin: Buffer.from(bytes) }, { forMs: 6_000, isRead });
    return () =>
      Promise.all([
        times(400, (index) => hold(signIn(index) + short)),
        times(4, () => hold(headOf(`POST ${generate}`, withKey) + long)),
        times(3, () => hold(rows + long)),
      ]);
  },
});

// Off: a connection that begins all requests at once; the gateway took 1,152 MB.
tenantRow("T16", "40,000 requests without a key on one connection, and as many with made-up keys on another", {
  answers: refusalOrNothing,
  forMs: 0,
  prepare({ platen: { baseUrl } }) {
    // Another address than that of the rows: failed requests count by address.
    const key = { Authorization: `Bearer ${createApiKeyValue(randomBytes)}`, "X-Forwarded-For": "10.9.0.1" };
    const setup = headOf("GET /api/dashboard/setup").repeat(40_000);
    const listed = headOf("GET /api/v1/templates", key).repeat(40_000);
    const hold = (bytes: string, isRead = true) =>
      converse(baseUrl, { begin: Buffer.from(bytes) }, { forMs: 6_000, isRead });
    return () => Promise.all([hold(setup), hold(setup, false), hold(listed)]);
  },
});

// Off: checks that join a path before they look at its length; 3.8 kB stopped the gateway for nine seconds.
tenantRow("T17", "Long names in translations, of a viewer and of a key", {
  answers: refusalOrNothing,
  prepare({ viewed }) {
    const translations = { en: { [longName]: objectOf(1_000) } };
    const preview = compress(JSON.stringify({ html: "<p>x", data: {}, translations }));
    const template = compress(JSON.stringify({ name: "Long", html: "<p>x", translations }));
    return (send) =>
      Promise.all([
        send(`${viewed}/preview`, { as: "session", headers: gzip, body: preview }),
        send("/api/v1/templates", { as: "key", headers: gzip, body: template }),
      ]);
  },
});

/** Data that are long work to redact, and the paths that make them so. */
const redactedPaths = Array.from({ length: 50 }, (_, index) => `z.x${index}`);
const redactable = [`[${"1,".repeat(400_000)}1]`, `[${"{},".repeat(240_000)}{}]`, `[${"[[1]],".repeat(120_000)}1]`];

// Off: paths compared with each value; 10 kB stopped the gateway for two to five seconds, again and again.
tenantRow("T18", "Data that are long work to redact, in a project that keeps requests", {
  answers: answerOrRefusal,
  forMs: 6_000,
  async prepare({ attacker: { dashboard, projectId, escaped } }) {
    const body = { days: 1, redactedPaths } as const;
    await dashboard.call(operations.saveRequestKeeping, { params: { projectId }, body });
    const bodies = redactable.map((z) => compress(`{"templateId":"${escaped}","data":{"z":${z}}}`));
    return async (send) => {
      for (const each of bodies) await send(generate, { as: "key", headers: gzip, body: each });
    };
  },
  async check(_figures, { attacker: { dashboard, projectId } }) {
    const body = { days: 0 as const, redactedPaths: [] };
    await dashboard.call(operations.saveRequestKeeping, { params: { projectId }, body });
  },
});

// Off: checks that go on after the hundredth mistake; 10 kB took 1.5 to 2.5 seconds.
tenantRow("T19", "Hundreds of thousands of mistakes in rows, languages and page ranges", {
  answers: refusalOrNothing,
  forMs: 5_000,
  prepare({ attacker: { projectId, raw } }) {
    const project = `/api/dashboard/projects/${projectId}`;
    const rows = compress(`{"templateId":"${raw}","rows":[${"0,".repeat(490_000)}0]}`);
    const languages = Array.from({ length: 118_000 }, (_, index) => `"${index.toString(36)}":0`);
    const translations = compress(`{"changes":{${languages.join()}}}`);
    const pageRanges = compress(
      JSON.stringify({ name: "Long", html: "<p>x", settings: { pageRanges: "1,".repeat(2_200_000) } }),
    );
    return async (send) => {
      await send("/api/v1/batches", { as: "key", headers: gzip, body: rows });
      await send(`${project}/translations`, { as: "session", method: "PATCH", headers: gzip, body: translations });
      await send(`${project}/previews`, { as: "session", headers: gzip, body: pageRanges });
    };
  },
});

// Off: blank lines that leave no time to others and are read when the caller has left; 0.8 MB took 24 seconds.
tenantRow("T20", "Twelve uploads of 64 MB of line breaks, whose callers leave", {
  answers: refusalOrNothing,
  forMs: 0,
  async prepare(tenants) {
    const places = await ownProjects(tenants, 4);
    const body = compress(Buffer.alloc(64_000_000, "\n"));
    return (send) =>
      times(12, (index) => {
        const { apiKey, batchId } = places[index % places.length] ?? places[0];
        const headers = { ...gzip, authorization: `Bearer ${apiKey}`, "row-offset": "0" };
        return send(`/api/v1/batches/${batchId}/rows`, { as: "key", headers, body, patienceMs: 5_000 });
      });
  },
});

// Off: names counted by a hash that others can compute, and rows without turns; the victim waited for 1.4 seconds.
tenantRow("T21", "400,000 names whose hashes collide, in a body and in fourteen rows", {
  answers: answerOrRefusal,
  forMs: 5_000,
  async prepare(tenants) {
    const [{ apiKey, batchId, templateId }] = await ownProjects(tenants, 1);
    const data = collidingNames(400_000);
    const body = compress(`{"templateId":"${templateId}","data":${data}}`);
    const rows = compress(`{"data":${data}}\n`.repeat(14));
    const headers = { ...gzip, authorization: `Bearer ${apiKey}`, "row-offset": "0" };
    return (send) =>
      Promise.all([
        send(generate, { as: "key", headers, body }),
        send(`/api/v1/batches/${batchId}/rows`, { as: "key", headers, body: rows }),
      ]);
  },
});

/** Almost half a megabyte whose check takes a process its whole time. */
const hardSource = JSON.stringify({ name: "Hard", html: "{{#a}}".repeat(40_000) + "{{/a}}".repeat(40_000) });

let beside: Answer[] = [];
let alone: Answer[] = [];
// Off: places by project; the victim's uploads waited for ten seconds or got 503, and its stream had no place.
tenantRow("T22", "Uploads, streams, waits and previews of ten own projects", {
  answers: answerOrRefusal,
  forMs: 0,
  async prepare(tenants) {
    const { baseUrl } = tenants.platen;
    const places = await ownProjects(tenants, 10);
    const own = await otherRequests(tenants);
    alone = await own(4);
    return async (send, hangUp) => {
      const sockets: ReturnType<typeof openSlowSockets>[] = [];
      for (const [index, { apiKey, batchId, documentId }] of places.entries()) {
        const key = { Authorization: `Bearer ${apiKey}` };
        const batch = `/api/v1/batches/${batchId}`;
        const upload = headOf(`POST ${batch}/rows`, { ...key, "Row-Offset": "0", "Transfer-Encoding": "chunked" });
        if (index < 4) sockets.push(openSlowSockets(baseUrl, 4, { begin: upload, everySecond: blanksInChunks(1) }));
        sockets.push(
          openSlowSockets(baseUrl, 100, { begin: headOf(`GET ${batch}/events`, key) }),
          openSlowSockets(baseUrl, 100, { begin: headOf(`GET /api/v1/documents/${documentId}?wait=60`, key) }),
        );
        // The row is about places. Two thousand connections in one instant take a gateway a second.
        await delay(300);
      }
      const previews = places.map(({ projectId }) =>
        send(`/api/dashboard/projects/${projectId}/previews`, { as: "session", body: hardSource }),
      );
      await delay(1_000);
      beside = await own(4, hangUp);
      for (const each of sockets) each.close();
      await Promise.all(previews);
    };
  },
  check(figures) {
    figures.exactly("the victim's uploads, streams and saves", countStatuses(beside), `200: ${alone.length}`);
    figures.atMost("their p95", p95(beside), 3 * p95(alone) + oneRenderMs, "ms");
  },
});

// Off: operations with `waits` that have no turns even without `wait`; 100 at once took the victim a second.
tenantRow("T24", "Two hundred reads of a document and of a batch at once, without `wait`", {
  answers: /^(200|429)/,
  forMs: 4_000,
  async prepare(tenants) {
    const [{ apiKey, batchId, documentId }] = await ownProjects(tenants, 1);
    const headers = { authorization: `Bearer ${apiKey}` };
    return (send) =>
      Promise.all([
        times(200, () => send(`/api/v1/documents/${documentId}`, { as: "key", method: "GET", headers })),
        times(200, () => send(`/api/v1/batches/${batchId}`, { as: "key", method: "GET", headers })),
      ]);
  },
});
