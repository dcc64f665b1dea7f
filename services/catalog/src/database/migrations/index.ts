import { InitialSchema0040 } from "./0040-initial-schema.ts";
import { OutputOfKeptFiles0041 } from "./0041-output-of-kept-files.ts";
import { BatchWarnings0042 } from "./0042-batch-warnings.ts";
import { DocumentUsage0043 } from "./0043-document-usage.ts";
import { BrandOfVersions0044 } from "./0044-brand-of-versions.ts";
import { BrandVariables0045 } from "./0045-brand-variables.ts";
import { DraftsWithBrand0046 } from "./0046-drafts-with-brand.ts";

/** All migrations, oldest first. A released migration never changes: each change of the schema is a new migration. */
export const migrations = [
  InitialSchema0040,
  OutputOfKeptFiles0041,
  BatchWarnings0042,
  DocumentUsage0043,
  BrandOfVersions0044,
  BrandVariables0045,
  DraftsWithBrand0046,
] as const;
