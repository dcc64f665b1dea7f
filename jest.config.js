/** @type {import("jest").Config} */
export default {
  testEnvironment: "node",
  extensionsToTreatAsEsm: [".ts"],
  transform: {
    "\\.ts$": [
      "@swc/jest",
      { jsc: { parser: { syntax: "typescript" }, target: "es2024" }, module: { type: "es6" }, isModule: true },
    ],
  },
  testMatch: ["<rootDir>/{packages,services,infra,bench}/**/*.test.ts", "<rootDir>/e2e/**/*.test.ts"],
  // One PostgreSQL and one Redis serve the whole run.
  globalSetup: "<rootDir>/packages/testing/src/global-setup.ts",
  globalTeardown: "<rootDir>/packages/testing/src/global-teardown.ts",
  testSequencer: "<rootDir>/infra/local/longest-first.mjs",
  modulePathIgnorePatterns: ["<rootDir>/.data/"],
  watchman: false,
  testTimeout: 240_000,
};
