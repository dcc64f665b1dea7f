import { startForFile } from "@platen/testing/start-for-file";
import { startScriptedWorker } from "./scripted-worker.ts";
import {
  createProject,
  setUp,
  startFixture,
  type Member,
  type TestGateway,
  type TestProject,
  type TestFixture,
} from "./test-gateway.ts";

export type TestSystem = {
  fixture: TestFixture;
  gateway: TestGateway;
  worker: ReturnType<typeof startScriptedWorker>;
  /** The owner of the project, signed in. */
  member: Member;
  project: TestProject;
  stop(): Promise<void>;
};

/** Starts the system that most tests need: a gateway, a worker, and a project. */
export async function startTestSystem(): Promise<TestSystem> {
  const fixture = await startFixture();
  const gateway = await fixture.startGateway();
  const worker = startScriptedWorker({
    redisUrl: fixture.redis.url,
    prefix: fixture.variables.REDIS_PREFIX,
    catalogUrl: fixture.catalog.url,
  });
  const member = await setUp(gateway.baseUrl);
  const project = await createProject(member, "Billing");
  return {
    fixture,
    gateway,
    worker,
    member,
    project,
    async stop() {
      await worker.stop();
      await fixture.stop();
    },
  };
}

/** This system for the tests of a file. */
export const systemForFile = () => startForFile(startTestSystem, (system) => system.stop());
