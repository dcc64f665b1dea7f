import type { Operation } from "@platen/contracts";
import type { createMount, ReceivedRequest } from "@platen/http";
import type { Caller } from "../catalog/caller.ts";
import type { PreparedBodies } from "../bodies/prepare-body.ts";

/** Mounts operations; see `createMount`. */
export type Routes = Pick<ReturnType<typeof createMount<Caller, PreparedBodies>>, "mount">;

/** The parts of a request, as a handler of the gateway gets them. */
export type Received<T extends Operation> = ReceivedRequest<T, PreparedBodies>;
