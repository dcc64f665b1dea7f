import { Problem, type LinkDisposition } from "@platen/contracts";
import type { ByteRange } from "@platen/storage";
import type { AvailableContent, DocumentContents } from "../documents/document-contents.ts";
import { createLinkTokens } from "./link-tokens.ts";
import type { Link } from "../auth/link.ts";

/** The problem of a token that a key of another catalog may have signed. */
function unverifiable(): Problem {
  const message =
    "The link cannot be checked: the catalog lacks a SECRETS_KEY that is in use. The operator can set all keys at all catalogs.";
  return new Problem("dependency.unavailable", { message, retryAfterSeconds: 60 });
}

/** Creates the functions for links to kept PDFs. Without a key there are none. */
export function createLinks(options: {
  contents: Pick<DocumentContents, "find" | "findLinked" | "read">;
  secretsKey: string | undefined;
  /** Whether another key than those of this catalog may have signed links. */
  isKeyMissing: () => boolean;
  now?: () => number;
}) {
  const { contents, secretsKey, isKeyMissing, now = Date.now } = options;
  const tokens = secretsKey === undefined ? undefined : createLinkTokens(secretsKey);

  async function find({ projectId, contentId, generation }: Link): Promise<AvailableContent> {
    const content = await contents.findLinked(projectId, contentId);
    if (content.linkGeneration !== generation) throw new Problem("link.gone");
    return content;
  }

  return {
    /** Signs a link to the PDF of a document, which ends with the PDF at the latest. */
    async sign(
      { projectId, documentId }: { projectId: string; documentId: string },
      { expiresIn, disposition }: { expiresIn: number; disposition: LinkDisposition },
    ): Promise<{ token: string; expiresAt: Date }> {
      if (!tokens) {
        const message = "This installation creates no links: the catalog has no SECRETS_KEY. Set it, then try again.";
        throw new Problem("dependency.unavailable", { message, retryAfterSeconds: 60 });
      }
      const { contentId, expiresAt: keptUntil, linkGeneration } = await contents.find(projectId, documentId);
      const expiresAt = Math.floor(Math.min(now() / 1_000 + expiresIn, keptUntil.getTime() / 1_000));
      const link = { projectId, contentId, generation: linkGeneration, expiresAt, disposition };
      return { token: tokens.sign(link), expiresAt: new Date(expiresAt * 1_000) };
    },

    /** Reads the link of a token, before any look-up: a forged token learns nothing and costs no query. */
    verify(token: string): Link {
      const link = tokens?.read(token);
      if (!link) throw isKeyMissing() ? unverifiable() : new Problem("link.not_found");
      if (link.expiresAt * 1_000 <= now()) throw new Problem("link.gone");
      return link;
    },

    /** Finds the PDF that a link opens. */
    find,

    /** Reads a piece of the PDF that a link opens. */
    async read(link: Link, range: ByteRange): Promise<Uint8Array> {
      const { documentId, contentId, output } = await find(link);
      return contents.read({ projectId: link.projectId, documentId, contentId, output }, range);
    },
  };
}

export type Links = ReturnType<typeof createLinks>;
