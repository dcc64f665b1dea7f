import { z } from "zod";
import { catalogOperation } from "./internal-operation.ts";

// What processes call before they count as ready: without any other effect, and without the database.

/** Said in words, as many a server answers an unknown path with 200. */
const accepted = { status: 200, content: "json", body: z.object({ isAccepted: z.literal(true) }) } as const;

/** Tells a gateway that the catalog accepts its tokens. */
export const checkGateway = catalogOperation({
  method: "get",
  path: "/internal/checks/gateway",
  operationId: "checkGateway",
  callerKind: "gateway",
  request: {},
  response: accepted,
});

/** Tells a courier that the catalog accepts its tokens. */
export const checkCourier = catalogOperation({
  method: "get",
  path: "/internal/checks/courier",
  operationId: "checkCourier",
  callerKind: "courier",
  request: {},
  response: accepted,
});

const keysOfIssuer = z.object({
  accepted: z.array(z.string()).meta({ description: "The ids of the keys whose tokens the catalog accepts." }),
  used: z
    .string()
    .optional()
    .meta({ description: "The id of the key of the last token that it accepted, in the last minute." }),
});

/** Tells a worker, which signs nothing, with which keys it must be able to verify grants. */
export const readTokenKeys = catalogOperation({
  method: "get",
  path: "/internal/checks/token-keys",
  operationId: "readTokenKeys",
  access: "none",
  callerKind: "worker",
  request: {},
  response: {
    status: 200,
    content: "json",
    body: z.object({ "platen-gateway": keysOfIssuer, "platen-courier": keysOfIssuer }),
  },
});
