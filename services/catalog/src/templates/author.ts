import type { EntityManager } from "typeorm";
import { accounts } from "../accounts/account-row.ts";
import type { TemplateDraftRow } from "./template-draft-row.ts";
import type { TemplateVersionRow } from "./template-version-row.ts";

/** The account that saved or published something. */
export type Author = { accountId: string; email: string };

/** A draft with the account that saved it last. */
export type AuthoredDraft = Omit<TemplateDraftRow, "savedBy"> & { savedBy: Author | null };

/** A version with the account that published it. */
export type AuthoredVersion = Omit<TemplateVersionRow, "publishedBy"> & { publishedBy: Author | null };

/** Finds the account that a row names. */
export async function findAuthor(manager: EntityManager, accountId: string | null): Promise<Author | null> {
  if (accountId === null) return null;
  const account = await manager.getRepository(accounts).findOneBy({ accountId });
  return account && { accountId, email: account.email };
}
