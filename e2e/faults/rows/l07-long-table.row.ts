import { request, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll } from "@jest/globals";
import { pdfInfo, startPlaten, type Platen } from "@platen/testing";
import { createCustomer } from "../load/create-customer.ts";
import { faultRow } from "../runner/fault-row.ts";
import { generate, quantile, type Answer, type Customer } from "../load/send-load.ts";
import { memoryOf, peakWhile } from "../facts/process-facts.ts";

const pages = 500;
/** Rows of 13.5 mm on 277 mm, and some more, because they are laid out slightly lower. */
const rowsPerPage = 21;
const megabyte = 1_000_000;
/** Callers who ask at once for the document, which is rendered once for all of them. */
const callers = 8;
/** The default deadline. */
const budgetMs = 30_000;

let platen: Platen;
let customer: Customer;

beforeAll(async () => {
  platen = await startPlaten({ workers: 1 });
  const html = `<style>@page { size: A4; margin: 10mm } table { border-spacing: 0 } td { padding: 0; height: 13.5mm }</style>
    <table>{{#rows}}<tr><td>{{row}}</td><td>{{text}}</td><td>{{amount}}</td></tr>{{/rows}}</table>`;
  const data = {
    rows: Array.from({ length: pages * rowsPerPage }, (_, row) => ({
      row,
      text: `Widget ${((row * 104_729) % 999_983) ** 2}, large, in a box of ${row % 31}`,
      amount: ((row * 17) % 1_000) / 100,
    })),
  };
  // Tagged PDFs take the most memory: each cell is an object.
  customer = await createCustomer(platen, "Long", html, data, { tagged: true });
  // The first document fills the buffers that the services keep.
  await generate(customer);
}, 180_000);

afterAll(() => platen?.stop());

/** Asks for the document, and returns the answer before its body is read. */
async function beginToRead({ baseUrl, key, body }: Customer): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json", "idempotency-key": "long" };
  const outgoing = request(`${baseUrl}/api/v1/generate`, { method: "POST", agent: false, headers });
  const response = Promise.withResolvers<IncomingMessage>();
  outgoing.once("response", response.resolve).once("error", response.reject);
  outgoing.end(body);
  return response.promise;
}

faultRow("L7", { timeoutMs: 120_000 }, async (figures) => {
  const { gateway, workers } = platen.processes;
  const [worker] = workers;
  if (!worker) throw new Error("The row needs a worker.");
  const needed: { worker: number[]; gateway: number[] } = { worker: [], gateway: [] };
  let answer: Answer | undefined;
  // Three times, because the peak depends on the moment of garbage collection.
  for (let again = 0; again < 3; again += 1) {
    const [workerBefore, gatewayBefore] = [await memoryOf(worker.pid), await memoryOf(gateway.pid)];
    const { peak: workerPeak, result } = await peakWhile(
      () => memoryOf(worker.pid),
      () =>
        peakWhile(
          () => memoryOf(gateway.pid),
          () => generate(customer),
        ),
    );
    answer = result.result;
    needed.worker.push(workerPeak - workerBefore);
    needed.gateway.push(result.peak - gatewayBefore);
  }
  if (!answer) throw new Error("The row asked for no document.");
  figures.exactly("status", answer.status, 200);
  figures.atMost("time (bar: the deadline)", answer.tookMs, budgetMs, "ms");
  figures.atLeast("pages", (await pdfInfo(answer.body)).pageCount, pages);
  const size = answer.body.length / megabyte;
  figures.atMost(
    `memory of the worker for it (bar: twice its ${size.toFixed(1)} MB)`,
    quantile(needed.worker, 0.5) / megabyte,
    2 * size,
    "MB",
  );
  figures.atMost(
    "memory of the gateway for it (bar: the same)",
    quantile(needed.gateway, 0.5) / megabyte,
    2 * size,
    "MB",
  );

  const atOnceBefore = await memoryOf(gateway.pid);
  const { peak: atOncePeak, result: copies } = await peakWhile(
    () => memoryOf(gateway.pid),
    async () => {
      const answers = await Promise.all(Array.from({ length: callers }, () => beginToRead(customer)));
      return Promise.all(answers.map((response) => buffer(response)));
    },
  );
  const whole = copies.filter((copy) => copy.byteLength === answer.body.byteLength);
  figures.exactly(`whole copies for ${callers} callers at once, read when all have an answer`, whole.length, callers);
  figures.atMost(
    "memory of the gateway for all of them (bar: their total size)",
    (atOncePeak - atOnceBefore) / megabyte,
    callers * size,
    "MB",
  );
});
