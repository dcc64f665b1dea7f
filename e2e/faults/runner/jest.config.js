import everyTest from "../../../jest.config.js";

/**
 * `npm test` does not run the rows of the fault table, because they break what other tests share the machine with.
 * @type {import("jest").Config}
 */
export default {
  ...everyTest,
  rootDir: "../../..",
  testMatch: ["<rootDir>/e2e/faults/rows/**/*.row.ts"],
};
