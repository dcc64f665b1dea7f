import { instant, text, table } from "../database/table.ts";

export const sessions = table("sessions", {
  /** SHA-256 of the cookie's value in hex. The value itself is not stored. */
  sessionHash: text({ primary: true }),
  accountId: text(),
  createdAt: instant({ createDate: true }),
  /** When the session was last used, accurate to about an hour. */
  seenAt: instant({ default: () => "now()" }),
  expiresAt: instant(),
});
