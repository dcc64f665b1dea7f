import { z } from "zod";
import { formed, jsonObject, timestamp } from "./fields.ts";
import { list } from "./list.ts";
import { pageSettings } from "./page-settings.ts";
import { renderOptions } from "./render-request.ts";

/** The largest request that is kept, as JSON. */
export const maxKeptRequestBytes = 1_000_000;

const maxPaths = 50;

/** For how many days a project may keep requests; 0 keeps none. */
export const requestKeepingDays = [0, 1, 7, 30] as const;
export type RequestKeepingDays = (typeof requestKeepingDays)[number];

const days = z
  .literal(requestKeepingDays, { error: "must be 0, 1, 7 or 30" })
  .meta({ description: "For how many days Platen keeps a request; 0 keeps none." });

/** Names joined by dots. */
const dataPath = formed(
  /^[^.\p{Cc}]{1,100}(?:\.[^.\p{Cc}]{1,100}){0,19}$/u,
  4_019,
  "must be a path such as customer.iban or items.*.secret",
);

export const requestKeepingBody = z.strictObject({
  days,
  redactedPaths: list(dataPath, maxPaths, `must have at most ${maxPaths} paths`).meta({
    description:
      "Paths in `data` that are not kept. Platen replaces their values before it stores a request. `*` is every name of an object and every item of a list.",
  }),
});

export const requestKeeping = z
  .object({
    ...requestKeepingBody.shape,
    isAvailable: z
      .boolean()
      .meta({ description: "Whether this installation can keep requests: whether its catalog has a `SECRETS_KEY`." }),
  })
  .meta({ id: "RequestKeeping", description: "Whether and for how long a project keeps the requests for documents." });

export type RequestKeeping = z.infer<typeof requestKeeping>;

const keptRequest = z
  .object({
    data: jsonObject
      .optional()
      .meta({ description: "The data, with `[redacted]` in place of each value that is not kept." }),
    html: z.string().optional().meta({ description: "The request's own HTML." }),
    css: z.string().optional().meta({ description: "The request's own CSS." }),
    settings: pageSettings.optional().meta({ description: "The page settings of the request's own HTML." }),
    ...renderOptions.shape,
    requestedAt: timestamp
      .optional()
      .meta({ description: "The date that the PDF bears; absent if it is that of the record." }),
  })
  .meta({ id: "KeptRequest", description: "What a document was made from, besides its template." });

/** A request as it is kept. */
export type KeptRequest = z.infer<typeof keptRequest>;

export const documentRequest = z
  .object({
    request: keptRequest.nullable().meta({
      description: "The request; null if it was not kept, has expired, was deleted or exceeds 1,000,000 bytes.",
    }),
    isTooLarge: z.boolean().meta({ description: "Whether the request was not kept because of its size." }),
    keptUntil: timestamp.nullable().meta({ description: "When Platen deletes the request; null without one." }),
  })
  .meta({ id: "DocumentRequest", description: "The kept request of a document." });
