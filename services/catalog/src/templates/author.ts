import type { EntityManager } from "typeorm";
import { accounts } from "../accounts/account-row.ts";
import type { TemplateDraftRow } from "./template-draft-row.ts";
import type { TemplateVersionRow } from "./template-version-row.ts";

/** Who saved or published something. */
export type Author = { accountId: string; email: string };

/** A draft with who saved it last. */
export type AuthoredDraft = Omit<TemplateDraftRow, "savedBy"> & { savedBy: Author | null };

/** A version with who published it. */
export type AuthoredVersion = Omit<TemplateVersionRow, "publishedBy"> & { publishedBy: Author | null };

/** The account that a row names. */
export async function findAuthor(manager: EntityManager, accountId: string | null): Promise<Author | null> {
  if (accountId === null) return null;
  const account = await manager.getRepository(accounts).findOneBy({ accountId });
  return account && { accountId, email: account.email };
}
