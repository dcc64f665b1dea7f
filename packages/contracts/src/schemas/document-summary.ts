import { z } from "zod";

/** The most documents that a summary counts: it reads the row of each. */
export const maxSummarizedDocuments = 10_000;

export const documentSummary = z
  .object({
    documents: z.int().meta({ description: `How many documents were counted, at most ${maxSummarizedDocuments}.` }),
    failed: z.int().meta({ description: "How many of them failed." }),
    withWarnings: z.int().meta({ description: "How many of them are completed with warnings." }),
    p95Ms: z.number().nullable().meta({
      description:
        "The time within which 95 % of the completed ones were ready, from the request to the PDF, in milliseconds; null without a completed one.",
    }),
    isPartial: z.boolean().meta({ description: "Whether older documents match too, which were not counted." }),
  })
  .meta({ id: "DocumentSummary", description: "The newest documents that match the filters, in figures." });
