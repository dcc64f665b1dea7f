import { setInformation } from "./metadata.ts";
import type { Step } from "./step.ts";

/** Sets what the page settings say about the document, in the place of what its HTML says. */
export const properties: Step = {
  name: "properties",
  isRequired: true,
  apply: (objects, wishes) => setInformation(objects, wishes.properties),
};
