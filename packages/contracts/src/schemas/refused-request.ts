import { z } from "zod";
import { idSchema } from "../ids.ts";
import { timestamp } from "./fields.ts";

/** The newest records that a project keeps. */
export const maxRefusedRequests = 200;

export const refusedRequest = z
  .object({
    apiKey: z
      .object({
        keyId: idSchema("apiKey"),
        name: z.string().meta({ description: "The key's label." }),
        lastFour: z.string().meta({ description: "Last four characters of the key value." }),
      })
      .meta({ description: "The API key of the requests, even if it is revoked." }),
    code: z.string().meta({ description: "The code of the answers, such as `request.invalid`." }),
    message: z.string().meta({ description: "The reason, without values of the request." }),
    path: z
      .string()
      .nullable()
      .meta({ description: "The field at fault, without the names in `data`; null if no field is." }),
    requestId: z.string().meta({ description: "Id of the last of the requests, as `X-Request-Id` of its answer." }),
    requests: z.int().meta({ description: "How many requests of the minute had this key and code." }),
    lastAt: timestamp.meta({ description: "When the last of the requests was refused." }),
  })
  .meta({
    id: "RefusedRequest",
    description: "Requests of one API key that were refused within one minute for the same reason.",
  });
