import { promisify } from "node:util";
import { constants, gunzipSync, inflateRaw } from "node:zlib";
import { createClient } from "@platen/client";
import { withConnection } from "@platen/provisioning";
import { isProof, pdfPageText, proofOr, randomFrom, runService, waitFor } from "@platen/testing";
import { z } from "zod";
import { watchProcesses } from "../facts/process-watch.ts";
import { attemptsBy } from "../facts/worker-attempts.ts";
import { startTcpProxy } from "../harms/tcp-proxy.ts";
import { createBatchCaller, markerOf, numberedRows } from "../load/batch-caller.ts";
import { faultRow } from "../runner/fault-row.ts";

const rows = 20_000;
const gatewayKills = 20;
const senderCuts = 50;
const seed = 7;
/** A row has a kilobyte, so that the harms are some chunks apart. */
const note = "a line of an invoice ".repeat(45);
/** The long proof prints all rows and reads the text of every twentieth document. */
const printed = proofOr(rows, 60);
const readEach = proofOr(20, 1);
const printTimeoutMs = proofOr(1_200_000, 60_000);

type Harm = { row: number; kind: "kill" | "cut" };

/** The harms in the order of the rows at which they happen. */
function harmsFrom(random: () => number): Harm[] {
  const places = Array.from({ length: gatewayKills + senderCuts }, () => 1 + Math.floor(random() * (rows - 100)));
  const kinds = places.map((row, index) => ({
    row,
    kind: index < gatewayKills ? ("kill" as const) : ("cut" as const),
  }));
  return kinds.toSorted((a, b) => a.row - b.row);
}

const inflate = promisify(inflateRaw);
const manifestLine = z.object({
  row: z.number(),
  reference: z.string(),
  documentId: z.string().nullable(),
  status: z.string(),
});
const storedData = z.object({ marker: z.string(), note: z.literal(note) });

/** Counts the rows in the database whose data are not those that were sent as this row. */
async function countMisplaced(databaseUrl: string, batchId: string): Promise<{ stored: number; misplaced: number }> {
  type Chunk = { first_row: number; sizes: number[]; data: Buffer };
  const sql = "SELECT first_row, sizes, data FROM batch_chunks WHERE batch_id = $1 ORDER BY first_row";
  const chunks = await withConnection(
    databaseUrl,
    async (connection) => (await connection.query<Chunk>(sql, [batchId])).rows,
  );
  let stored = 0;
  let misplaced = 0;
  for (const { first_row: firstRow, sizes, data } of chunks) {
    const bytes = await inflate(data);
    let at = 0;
    for (const [index, size] of sizes.entries()) {
      const { marker } = storedData.parse(JSON.parse(bytes.toString("utf8", at, at + size)));
      if (marker !== markerOf(stored) || firstRow + index !== stored) misplaced += 1;
      at += size;
      stored += 1;
    }
  }
  return { stored, misplaced };
}

faultRow(
  "B7",
  "Gateways are killed and the sender is cut off while 20,000 rows are sent",
  async (figures, stage) => {
    // Without a key the catalog does not seal rows, so the row can read them.
    const platen = await stage.startPlaten({ workers: 1, env: { catalog: { SECRETS_KEY: "" } } });
    const processes = watchProcesses(platen);
    const caller = await createBatchCaller(platen, "Interrupted");
    const batchId = await caller.openBatch();

    let { gateway } = platen.processes;
    stage.onEnd(() => gateway.stop());
    const { MANAGEMENT_PORT: _port, ...env } = gateway.env;
    let killed = 0;
    let replacing = Promise.resolve();
    async function replaceGateway(): Promise<void> {
      await processes.kill(gateway);
      gateway = await runService("gateway", env, `gateway-${(killed += 1) + 1}`);
    }

    const random = randomFrom(seed);
    const harms = harmsFrom(random);
    let sending = new AbortController();
    let cut = 0;
    let wasLater = false;
    let begunAgain = 0;
    let sent = 0;
    /** The compressed rows of the request under way, and how many of these rows have come. */
    let body = Buffer.alloc(0);
    let ofBody = 0;
    /** Does the next harm once its row passes, in the middle of a piece. */
    function look(piece: Buffer): number {
      const headEnd = /^(?:GET|POST) /.test(piece.toString("latin1", 0, 5)) ? piece.indexOf("\r\n\r\n") + 4 : 0;
      if (headEnd > 0) {
        [body, ofBody] = [Buffer.alloc(0), 0];
        const offset = /row-offset: (\d+)/i.exec(piece.toString("latin1", 0, headEnd))?.[1];
        if (Number(offset) === 0 && wasLater) begunAgain += 1;
        wasLater ||= Number(offset) > 0;
      }
      body = Buffer.concat([body, piece.subarray(headEnd)]);
      const text =
        body.length === 0 ? "" : gunzipSync(body, { finishFlush: constants.Z_SYNC_FLUSH }).toString("latin1");
      const references = [...text.matchAll(/"reference":"(\d+)"/g)].slice(ofBody);
      ofBody += references.length;
      sent += references.length;
      const [harm] = harms;
      if (!harm || !references.some(([, row]) => Number(row) >= harm.row)) return piece.length;
      harms.shift();
      if (harm.kind === "cut") {
        cut += 1;
        // After this piece, of which a part has passed.
        setImmediate(() => sending.abort());
      } else replacing = replacing.then(replaceGateway);
      return Math.floor(random() * piece.length);
    }
    const proxy = await startTcpProxy(Number(new URL(platen.baseUrl).port), { look });
    stage.onEnd(() => proxy.close());
    const client = createClient({ baseUrl: `http://127.0.0.1:${proxy.port}`, apiKey: caller.apiKey });

    for (let rowCount = 0; rowCount < rows;) {
      sending = new AbortController();
      try {
        rowCount = await client.addRows(batchId, numberedRows(rows, { note }), { signal: sending.signal });
      } catch (error) {
        if (!sending.signal.aborted) throw error;
      }
    }
    await replacing;

    figures.exactly("gateways killed", killed, gatewayKills);
    figures.exactly("times that the sender was cut off", cut, senderCuts);
    figures.exactly("requests that began at the first row again", begunAgain, 0);
    figures.isTrue("rows sent, with those that were sent again", true, String(sent));
    const batch = await caller.client.startBatch(batchId);
    figures.exactly("rows of the batch", batch.rowCount, rows);
    const { stored, misplaced } = await countMisplaced(platen.databaseUrl, batchId);
    figures.exactly("rows stored", stored, rows);
    figures.exactly("rows stored with the data of another row", misplaced, 0);

    await waitFor(async () => (await caller.client.getBatch(batchId)).counts.completed >= printed, {
      timeoutMs: printTimeoutMs,
      describe: `${printed} documents`,
    });
    // Rows that a cancelled batch never opened have lost their references.
    const text = await caller.client.getManifest(batchId);
    if (!isProof) await caller.client.cancelBatch(batchId);
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => manifestLine.parse(JSON.parse(line)));
    const inOrder = lines.filter(({ row, reference }, index) => row === index + 1 && reference === String(index));
    figures.exactly("rows of the manifest in the order in which they were sent", inOrder.length, rows);
    const made = lines.filter(({ status }) => status === "completed");
    let wrong = 0;
    for (const { row, documentId } of made.filter((_, index) => index % readEach === 0)) {
      const pdf = await caller.client.getDocumentContent(documentId ?? "");
      if ((await pdfPageText(pdf, 1)).trim() !== markerOf(row - 1)) wrong += 1;
    }
    figures.atLeast("rows printed", made.length, printed);
    figures.exactly(
      "different documents of these rows",
      new Set(made.map(({ documentId }) => documentId)).size,
      made.length,
    );
    figures.exactly(`documents with the text of another row (of ${Math.ceil(made.length / readEach)})`, wrong, 0);
    const attempts = platen.processes.workers.flatMap((worker) => attemptsBy(worker));
    const twice = attempts.length - new Set(attempts.map(({ documentId }) => documentId)).size;
    figures.exactly("documents printed twice", twice, 0);
  },
  proofOr(1_500_000, undefined),
);
