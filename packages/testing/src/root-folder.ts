import { resolve } from "node:path";

/** The repository's root. */
export const rootFolder = resolve(import.meta.dirname, "../../..");
