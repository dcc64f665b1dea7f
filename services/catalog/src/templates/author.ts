import type { EntityManager } from "typeorm";
import { apiKeys } from "../api-keys/api-key-row.ts";
import { accounts } from "../accounts/account-row.ts";
import type { Author } from "../accounts/author.ts";
import type { TemplateDraftRow } from "./template-draft-row.ts";
import type { TemplateVersionRow } from "./template-version-row.ts";

/** A draft with the account that saved it last. */
export type AuthoredDraft = Omit<TemplateDraftRow, "savedBy"> & { savedBy: Author | null };

/** An API key that published something. A revoked key keeps its row. */
export type PublishingKey = { keyId: string; name: string; lastFour: string };

/** A version with the account or the API key that published it. */
export type AuthoredVersion = Omit<TemplateVersionRow, "publishedBy" | "publishedByKey"> & {
  publishedBy: Author | null;
  publishedByKey: PublishingKey | null;
};

/** Finds the account that a row names. */
export async function findAuthor(manager: EntityManager, accountId: string | null): Promise<Author | null> {
  if (accountId === null) return null;
  const account = await manager.getRepository(accounts).findOneBy({ accountId });
  return account && { accountId, email: account.email };
}

/** Finds the API key of a project that a row names. */
export async function findKeyOf(
  manager: EntityManager,
  projectId: string,
  keyId: string | null,
): Promise<PublishingKey | null> {
  if (keyId === null) return null;
  const key = await manager.getRepository(apiKeys).findOneBy({ keyId, projectId });
  return key && { keyId, name: key.name, lastFour: key.lastFour };
}

/** The message to an author who saves an old revision. Without the other account, an API key may have saved it. */
export function savedMeanwhile(what: "draft" | "snippet", other: Author | null): string {
  const subject = other === null ? `Another save changed the ${what}` : `${other.email} saved the ${what}`;
  return `${subject} after you loaded it. Load the ${what} again.`;
}
