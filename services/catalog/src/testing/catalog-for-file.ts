import { startForFile } from "@platen/testing/start-for-file";
import { startTestCatalog } from "./test-catalog.ts";

/** A catalog for the tests of a file. */
export const catalogForFile = (...options: Parameters<typeof startTestCatalog>) =>
  startForFile(
    () => startTestCatalog(...options),
    (catalog) => catalog.stop(),
  );
