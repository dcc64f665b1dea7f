import { InitialSchema0040 } from "./0040-initial-schema.ts";

/** All migrations, oldest first. A released migration never changes: each change of the schema is a new migration. */
export const migrations = [InitialSchema0040] as const;
