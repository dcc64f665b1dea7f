import { afterAll, beforeAll } from "@jest/globals";
import { startTestEngine, type TestEngine } from "./test-engine.ts";

/** An engine for the tests of a file. It starts before them and closes after them. */
export function engineForFile(...options: Parameters<typeof startTestEngine>): TestEngine {
  let started: TestEngine | undefined;
  const engine = (): TestEngine => {
    if (!started) throw new Error("the engine starts before the first test");
    return started;
  };
  beforeAll(async () => {
    started = await startTestEngine(...options);
  });
  afterAll(() => started?.close());
  return {
    print: (job) => engine().print(job),
    printHtml: (html, job) => engine().printHtml(html, job),
    get knownFontsPath() {
      return engine().knownFontsPath;
    },
    health: () => engine().health(),
    close: () => engine().close(),
  };
}
