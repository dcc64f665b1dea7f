import everyTest from "./jest.config.js";

const { globalSetup: _servers, globalTeardown: _serversEnd, ...unitTest } = everyTest;

/**
 * Tests that need no server and no browser: their names have no suffix.
 * @type {import("jest").Config}
 */
export default {
  ...unitTest,
  testPathIgnorePatterns: ["/node_modules/", "/e2e/", "\\.integration\\.test\\.", "\\.render\\.test\\."],
};
