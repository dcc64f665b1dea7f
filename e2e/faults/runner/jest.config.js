import everyTest from "../../../jest.config.js";

/**
 * `npm test` does not run the rows of the fault table, because their figures need the machine to themselves.
 * @type {import("jest").Config}
 */
export default {
  ...everyTest,
  rootDir: "../../..",
  // Keeps the order of the schedule.
  testSequencer: "<rootDir>/e2e/faults/runner/given-order.js",
  testMatch: ["<rootDir>/e2e/faults/rows/*.row.ts"],
};
