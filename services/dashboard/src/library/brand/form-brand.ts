import type { operations, RequestOf } from "@platen/contracts";

/** The brand as the form has it: a new colour gets its variable with the save. */
export type FormBrand = RequestOf<typeof operations.saveBrand>["body"];
