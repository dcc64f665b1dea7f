import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { verifyWebhook } from "@platen/client";
import { operations } from "@platen/contracts";
import { runService, waitFor } from "@platen/testing";
import { signIn } from "../../dashboard-session.ts";
import { createKey, createProject, publishTemplate } from "../../project-setup.ts";
import { watchProcesses } from "../facts/process-watch.ts";
import { faultRow } from "../runner/fault-row.ts";

const documents = 60;
/** After so many answers the courier is killed, before it can report the last of them. */
const killsAfter = [5, 30, 55];

type Received = { bodies: Set<string>; attempts: number; taken: number };

faultRow(
  "B9",
  "Receivers of webhooks fail, and couriers are killed between send and report",
  async (figures, stage) => {
    const platen = await stage.startPlaten({ workers: 1 });
    const processes = watchProcesses(platen);
    const session = await waitFor(() => signIn(platen.baseUrl, platen.account), { describe: "a session" });
    const projectId = await createProject(session, "Told");
    const templateId = await publishTemplate(session, projectId, { name: "Letter", html: "<p>{{x}}</p>" });
    const { client } = await createKey(platen.baseUrl, session, projectId);
    const { secret } = await session.call(operations.getWebhookSecret, { params: { projectId } });

    const received = new Map<string, Received>();
    let answers = 0;
    let unverifiable = 0;
    let courier = platen.processes.courier;
    let kills = 0;
    let replacing: Promise<unknown> = Promise.resolve();

    async function replaceCourier(): Promise<void> {
      const { MANAGEMENT_PORT: _port, ...env } = courier.env;
      await processes.kill(courier);
      courier = await runService("courier", env, `courier-${(kills += 1)}`);
    }

    /** Takes a message at its first, second or third attempt, in turns: before that it fails or hangs up. */
    async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const body = await text(request);
      const id = String(request.headers["webhook-id"]);
      const known = received.get(id) ?? { bodies: new Set(), attempts: 0, taken: 0 };
      received.set(id, known);
      known.bodies.add(body);
      known.attempts += 1;
      await verifyWebhook({ headers: request.headers, body, secret }).catch(() => (unverifiable += 1));
      const isFirst = known.attempts === 1;
      if (isFirst && received.size % 3 === 1) response.writeHead(500).end();
      else if (isFirst && received.size % 3 === 2) request.socket.destroy();
      else {
        known.taken += 1;
        response.writeHead(204).end();
      }
      answers += 1;
      if (!killsAfter.includes(answers)) return;
      // The courier is killed before the answer can reach the catalog.
      courier.kill("SIGSTOP");
      replacing = Promise.all([replacing, replaceCourier()]);
    }

    const receiver = createServer((request, response) => void receive(request, response)).listen(0, "127.0.0.1");
    stage.onEnd(() => receiver.close());
    await once(receiver, "listening");
    const callbackUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const made: string[] = [];
    for (let n = 0; n < documents; n += 1)
      made.push((await client.createDocument({ templateId, data: { x: String(n) }, callbackUrl })).documentId);

    // A lease of a courier that was killed ends after 45 seconds.
    const isTaken = () => received.size === documents && [...received.values()].every(({ taken }) => taken > 0);
    await waitFor(() => Promise.resolve(isTaken()), { timeoutMs: 150_000, describe: "all messages" }).catch(
      () => false,
    );
    await replacing;
    const records = await Promise.all(made.map((documentId) => client.getDocument(documentId)));
    const all = [...received.values()];
    figures.exactly("couriers killed", kills, killsAfter.length);
    figures.exactly("documents completed", records.filter(({ status }) => status === "completed").length, documents);
    figures.exactly("different messages", received.size, documents);
    figures.exactly("messages that the receiver never took", all.filter(({ taken }) => taken === 0).length, 0);
    figures.exactly("messages with different bodies", all.filter(({ bodies }) => bodies.size > 1).length, 0);
    figures.exactly("messages that do not verify", unverifiable, 0);
    figures.atMost("messages taken twice", all.filter(({ taken }) => taken > 1).length, 30);
    await courier.stop();
  },
);
