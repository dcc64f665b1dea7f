import { createHmac, timingSafeEqual } from "node:crypto";
import { isId, type LinkDisposition } from "@platen/contracts";
import type { Link } from "../auth/link.ts";
import { deriveKeys } from "../secrets/derive-keys.ts";

const letters: Readonly<Record<LinkDisposition, string>> = { inline: "i", attachment: "a" };
const macLength = 43;
/** The end of a token is a letter or digit: programs that find links in texts leave out other characters there. */
const form = /^([\w-]{43})\.((i|a)\.([0-9a-z]{1,8})\.([0-9a-z]{1,7})\.(prj_\w{26})\.(cnt_\w{26}))$/;

const macOf = (key: Buffer, said: string) => createHmac("sha256", key).update(said).digest("base64url");

/**
 * Creates the functions that sign and read the tokens of links. The first key signs, each reads. A token carries all that
 * it says, so Platen stores no links.
 */
export function createLinkTokens(secretsKey: string) {
  const [current, ...before] = deriveKeys(secretsKey, "links");

  return {
    sign({ disposition, expiresAt, generation, projectId, contentId }: Link): string {
      const numbers = [expiresAt, generation].map((number) => number.toString(36));
      const said = [letters[disposition], ...numbers, projectId, contentId].join(".");
      return `${macOf(current, said)}.${said}`;
    },

    /** Reads a token; undefined unless one of the keys has signed exactly this one. */
    read(token: string): Link | undefined {
      const [, mac = "", said = "", letter, expiresAt = "", generation = "", projectId = "", contentId = ""] =
        form.exec(token) ?? [];
      if (mac.length !== macLength) return undefined;
      // As texts, because several texts in base64 are the same bytes. Both keys are tried, so that the time tells nothing.
      const given = Buffer.from(mac);
      const isSigned = [current, ...before].map((key) => timingSafeEqual(given, Buffer.from(macOf(key, said))));
      if (!isSigned.includes(true) || !isId("project", projectId) || !isId("content", contentId)) return undefined;
      return {
        projectId,
        contentId,
        generation: Number.parseInt(generation, 36),
        expiresAt: Number.parseInt(expiresAt, 36),
        disposition: letter === letters.inline ? "inline" : "attachment",
      };
    },
  };
}
