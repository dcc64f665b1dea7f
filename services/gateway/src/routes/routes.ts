import type { createMount } from "@platen/http";
import type { Caller } from "../auth/caller.ts";

/** Mounts operations; see `createMount`. */
export type Routes = Pick<ReturnType<typeof createMount<Caller>>, "mount">;
