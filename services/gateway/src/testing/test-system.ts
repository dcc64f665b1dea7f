import { startScriptedWorker } from "./scripted-worker.ts";
import {
  createProject,
  email,
  setUp,
  startSurroundings,
  type Member,
  type TestGateway,
  type TestProject,
  type TestSurroundings,
} from "./test-gateway.ts";

export type TestSystem = {
  surroundings: TestSurroundings;
  gateway: TestGateway;
  worker: ReturnType<typeof startScriptedWorker>;
  /** The owner of the project, signed in. */
  member: Member;
  project: TestProject;
  stop(): Promise<void>;
};

/** What most tests of the gateway need: a gateway, with some variables changed, a worker, and a project to ask for. */
export async function startTestSystem(changes: Record<string, string> = {}): Promise<TestSystem> {
  const surroundings = await startSurroundings();
  const gateway = await surroundings.startGateway(changes);
  const worker = startScriptedWorker({
    redisUrl: changes["REDIS_URL"] ?? surroundings.redis.url,
    prefix: surroundings.variables.REDIS_PREFIX,
    catalogUrl: surroundings.catalog.url,
  });
  const member = await setUp(gateway.baseUrl, email);
  const project = await createProject(member, "Billing");
  return {
    surroundings,
    gateway,
    worker,
    member,
    project,
    async stop() {
      await worker.stop();
      await surroundings.stop();
    },
  };
}
