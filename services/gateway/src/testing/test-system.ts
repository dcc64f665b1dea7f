import { startScriptedWorker } from "./scripted-worker.ts";
import {
  createProject,
  email,
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

/** Starts the system that most tests need: a gateway with some variables changed, a worker, and a project. */
export async function startTestSystem(changes: Record<string, string> = {}): Promise<TestSystem> {
  const fixture = await startFixture();
  const gateway = await fixture.startGateway(changes);
  const worker = startScriptedWorker({
    redisUrl: changes["REDIS_URL"] ?? fixture.redis.url,
    prefix: fixture.variables.REDIS_PREFIX,
    catalogUrl: fixture.catalog.url,
  });
  const member = await setUp(gateway.baseUrl, email);
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
