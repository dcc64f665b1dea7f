import Sequencer from "@jest/test-sequencer";
import { slowKindsFirst } from "./src/slow-kinds-first.ts";

// Orders the test files. Without durations, as in a new clone, jest goes by the size of the files, and would end with one
// worker at a short file that takes a minute. Plain JavaScript, because TypeScript does not find the class of the package.
// oxlint-disable-next-line import/no-default-export -- jest asks for it
export default class LongestFirst extends Sequencer {
  async sort(tests) {
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of the sequencer
    return slowKindsFirst(await super.sort(tests));
  }
}
