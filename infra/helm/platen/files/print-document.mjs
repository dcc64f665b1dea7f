/* oxlint-disable node/no-process-env -- a command is an entry point, as main.ts is. */
// `helm test` runs this in the gateway's image. It prints a document as a caller would.
import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";

const { GATEWAY_URL, TEMPLATE_ID, KEY_FILE, SECRET } = process.env;

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

if (!TEMPLATE_ID) fail("No template to print. Set test.templateId to the ID of a template that prints without data.");
const key = await readFile(KEY_FILE, "utf8").catch(() =>
  fail(`No API key. Put a key of the template's project into the Secret ${SECRET}.`),
);

// A network plugin may take seconds to learn the address of a new pod, and refuses its connections until then.
const untilConnected = performance.now() + 30_000;

async function print() {
  const startedAt = performance.now();
  try {
    const answer = await fetch(`${GATEWAY_URL}/api/v1/generate`, {
      method: "POST",
      headers: { authorization: `Bearer ${key.trim()}`, "content-type": "application/json" },
      body: JSON.stringify({ templateId: TEMPLATE_ID, data: {} }),
      signal: AbortSignal.timeout(60_000),
    });
    return { answer, startedAt };
  } catch (error) {
    if (performance.now() > untilConnected)
      fail(`The gateway did not answer: ${error.cause?.message ?? error.message}`);
    await delay(1_000);
    return print();
  }
}

const { answer, startedAt } = await print();
const bytes = Buffer.from(await answer.arrayBuffer());
if (!answer.ok) fail(`The gateway answered ${answer.status}: ${bytes.toString()}`);
if (!bytes.subarray(0, 5).equals(Buffer.from("%PDF-"))) fail("The answer is not a PDF.");
const tookMs = Math.round(performance.now() - startedAt);
process.stdout.write(`Printed a PDF of ${bytes.length} bytes in ${tookMs} ms.\n`);
