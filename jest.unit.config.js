import everyTest from "./jest.config.js";

const { globalSetup: _servers, globalTeardown: _serversEnd, ...unitTest } = everyTest;

/**
 * Tests that need no server, no browser and no thread: their names have no suffix, and they do not lie in a `proof/`.
 * @type {import("jest").Config}
 */
export default {
  ...unitTest,
  testPathIgnorePatterns: ["/node_modules/", "/e2e/", "/proof/", "\\.integration\\.test\\.", "\\.render\\.test\\."],
};
