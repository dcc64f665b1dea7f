import { InitialSchema0001 } from "./0001-initial-schema.ts";

/** All migrations, oldest first. They are never changed once released; a change of the schema is a new one. */
export const migrations = [InitialSchema0001] as const;
