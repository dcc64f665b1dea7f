import { setTimeout as delay } from "node:timers/promises";
import { blanksInChunks, headOf } from "../../harms/raw-bytes.ts";
import { openSlowSockets } from "../../harms/slow-sockets.ts";
import { oneRenderMs } from "../../harms/tenant-requests.ts";
import { countStatuses, type Answer } from "../../load/caller.ts";
import { ownProjects } from "../../load/own-projects.ts";
import { otherRequests } from "../../load/other-requests.ts";
import { p95 } from "../../load/times.ts";
import { tenantRows } from "../../runner/tenant-row.ts";

const tenantRow = tenantRows({}, { oneRenderMs, bounds: { growthMegabytes: 250, workAfterwards: 25 } });

/** Almost half a megabyte whose check takes a process its whole time. */
const hardSource = JSON.stringify({ name: "Hard", html: "{{#a}}".repeat(40_000) + "{{/a}}".repeat(40_000) });

let beside: Answer[] = [];
let alone: Answer[] = [];
// "Off" says how the row is seen to fail: places by project; the victim's uploads waited for ten seconds or got 503, and its stream had no place.
tenantRow("T22", "Uploads, streams, waits and previews of ten own projects", {
  answers: /^(hung up|no answer|20\d|4\d\d|503 (queue\.full|dependency\.unavailable)|504 render\.timeout)/,
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
