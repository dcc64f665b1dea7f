import everyTest from "../../../jest.config.js";

/**
 * Rows of the fault table are not among the files that `npm test` runs: their figures want the machine to themselves.
 * @type {import("jest").Config}
 */
export default {
  ...everyTest,
  rootDir: "../../..",
  // The order of rows.ts.
  testSequencer: "<rootDir>/e2e/faults/runner/given-order.js",
  testMatch: [...everyTest.testMatch, "<rootDir>/e2e/faults/rows/*.row.ts"],
};
