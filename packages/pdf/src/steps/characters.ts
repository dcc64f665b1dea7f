import { correctToUnicode } from "../characters/correct-to-unicode.ts";
import type { Step } from "./step.ts";

/** Corrects the ToUnicode CMaps, so that readers that go by them alone read the text as it was written. */
export const characters: Step = {
  name: "characters",
  isRequired: false,
  apply(objects, { correctsToUnicode = false }) {
    if (correctsToUnicode) correctToUnicode(objects);
  },
};
