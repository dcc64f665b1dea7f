import { InitialSchema0001 } from "./0001-initial-schema.ts";
import { DataSets0002 } from "./0002-data-sets.ts";
import { WhoAndWithWhichKey0003 } from "./0003-authors-and-api-keys.ts";

/** All migrations, oldest first. They are never changed once released; a change of the schema is a new one. */
export const migrations = [InitialSchema0001, DataSets0002, WhoAndWithWhichKey0003] as const;
