import { startForFile } from "@platen/testing/start-for-file";
import { startTestEngine } from "./test-engine.ts";

/** An engine for the tests of a file. */
export const engineForFile = (...options: Parameters<typeof startTestEngine>) =>
  startForFile(
    () => startTestEngine(...options),
    (engine) => engine.close(),
  );
