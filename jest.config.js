/** @type {import("jest").Config & { runtime: string }} */
export default {
  testEnvironment: "<rootDir>/infra/local/jest/native-environment.ts",
  runtime: "<rootDir>/infra/local/jest/native-runtime.ts",
  extensionsToTreatAsEsm: [".ts", ".tsx"],
  transform: {},
  testMatch: [
    "<rootDir>/{packages,services,infra,bench}/**/*.test.ts",
    "<rootDir>/services/dashboard/src/**/*.test.tsx",
    "<rootDir>/e2e/**/*.test.ts",
  ],
  // One PostgreSQL and one Redis serve the whole run.
  globalSetup: "<rootDir>/packages/testing/src/global-setup.ts",
  globalTeardown: "<rootDir>/packages/testing/src/global-teardown.ts",
  testSequencer: "<rootDir>/infra/local/longest-first.mjs",
  modulePathIgnorePatterns: ["<rootDir>/.data/"],
  watchman: false,
  testTimeout: 240_000,
};
