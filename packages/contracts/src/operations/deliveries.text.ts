import type { Section } from "../reference.ts";

export const deliveries: Section = {
  tag: "Documents",
  operations: {
    listDocumentDeliveries: {
      summary: "List a document's deliveries",
      description: "Lists the messages to the `callbackUrl` of the document, with the attempts at each.",
    },
    retryDelivery: {
      summary: "Send a delivery again",
      description:
        "Sends the same message with the same `webhook-id` again, at once, also if it was delivered. All attempts begin again. A delivery that is being sent stays as it is. At most 10 times an hour for one delivery, and 1,000 times for all of an account.",
    },
  },
};
