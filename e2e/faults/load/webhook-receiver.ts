import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { verifyWebhook } from "@platen/client";
import { waitFor } from "@platen/testing";
import type { Figures } from "../runner/figures.ts";
import type { Stage } from "../runner/stage.ts";

/** What a receiver does with an attempt. */
export type Reception = "takes" | "fails" | "hangs up";

type Received = { number: number; bodies: Set<string>; attempts: number; taken: number };

type WebhookReceiver = {
  url: string;
  /** Resolves when so many different messages were taken, or when the time is over. */
  untilTaken(count: number, timeoutMs: number): Promise<void>;
  /** Adds the figures of all messages: each was taken, always with the same bytes, and verifies. */
  addFigures(figures: Figures, wanted: number): void;
  /** How many messages were taken twice. */
  repeated(): number;
};

/**
 * Starts a receiver of webhooks. `receive` decides on each attempt by its number and the number of its message, both from
 * 1. `onAnswer` gets the number of answers so far, when one has been written.
 */
export async function startWebhookReceiver(
  stage: Pick<Stage, "onEnd">,
  {
    secret,
    receive = () => "takes",
    onAnswer = () => undefined,
  }: {
    secret: string;
    receive?: (attempt: number, message: number) => Reception;
    onAnswer?: (answers: number) => void;
  },
): Promise<WebhookReceiver> {
  const received = new Map<string, Received>();
  let answers = 0;
  let unverifiable = 0;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const id = String(request.headers["webhook-id"]);
    const known = received.get(id) ?? { number: received.size + 1, bodies: new Set(), attempts: 0, taken: 0 };
    received.set(id, known);
    known.bodies.add(body);
    known.attempts += 1;
    const reception = receive(known.attempts, known.number);
    await verifyWebhook({ headers: request.headers, body, secret }).catch(() => (unverifiable += 1));
    if (reception === "takes") known.taken += 1;
    if (reception === "hangs up") request.socket.destroy();
    else response.writeHead(reception === "takes" ? 204 : 500).end();
    answers += 1;
    onAnswer(answers);
  }

  const server = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  stage.onEnd(() => server.close());
  await once(server, "listening");
  const all = () => [...received.values()];
  const countTaken = () => all().filter(({ taken }) => taken > 0).length;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async untilTaken(count, timeoutMs) {
      // The figures tell.
      await waitFor(() => countTaken() === count, { timeoutMs, describe: "all messages" }).catch(() => undefined);
    },
    addFigures(figures, wanted) {
      figures.exactly("different messages", received.size, wanted);
      figures.exactly("messages that the receiver never took", received.size - countTaken(), 0);
      figures.exactly("messages with different bodies", all().filter(({ bodies }) => bodies.size > 1).length, 0);
      figures.exactly("messages that do not verify", unverifiable, 0);
    },
    repeated: () => all().filter(({ taken }) => taken > 1).length,
  };
}
