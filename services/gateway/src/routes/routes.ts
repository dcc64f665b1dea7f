import type { createMount } from "@platen/http";
import type { Caller } from "../auth/caller.ts";

/** Where operations are mounted. */
export type Routes = ReturnType<typeof createMount<Caller>>;
