import { expect, test } from "@jest/globals";
import { UnrecoverableError } from "bullmq";
import { createDocumentProducer } from "./document-producer.ts";
import { startDocumentWorker } from "./document-worker.ts";
import { createConsumerConnection } from "./redis-connections.ts";
import { redisKeys } from "./redis-keys.ts";
import { silentLogger, untilSeen, useTestRedis } from "./test-redis.ts";

const redis = useTestRedis();

test("a worker counts the jobs that it works on until they succeed or fail, and all that it has taken", async () => {
  const prefix = `${redis.prefix}:`;
  const logger = silentLogger;
  const producer = createDocumentProducer({ prefix, logger, redisUrl: redis.userUrls.gateway });
  redis.opened.push(() => producer.close());
  await untilSeen("the producer", () => producer.queueState());
  for (const documentId of ["doc_1", "doc_2"]) {
    const times = { requestedAt: Date.now(), deadlineAt: Date.now() + 30_000 };
    const address = { documentId, projectId: "prj_1", accountId: "acc_1", sourceId: "ver_1", grant: "grant" };
    const job = { ...address, ...times, request: { dataJson: "{}" }, replyTo: "channel", requestId: "req_1" };
    await producer.add(job, { priority: 1 });
  }
  const connection = createConsumerConnection({ redisUrl: redis.userUrls.worker, logger }, "consumer");
  const released = Promise.withResolvers<void>();
  const { worker, active, taken } = startDocumentWorker(
    {
      connection,
      queuePrefix: redisKeys(prefix).queue,
      lane: "interactive",
      concurrency: 4,
      logger,
      onExhausted: () => Promise.resolve(),
    },
    async ({ id }) => {
      await released.promise;
      if (id === "doc_2") throw new UnrecoverableError("It cannot be printed.");
    },
  );
  redis.opened.push(async () => {
    await worker.close();
    connection.disconnect();
  });
  await untilSeen("both jobs to be at work", () => active() === 2);
  released.resolve();
  await untilSeen("the end of both jobs", () => active() === 0);
  expect(taken()).toBe(2);
});
