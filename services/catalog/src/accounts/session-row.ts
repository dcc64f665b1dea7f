import { EntitySchema } from "typeorm";

export type SessionRow = {
  /** SHA-256 of the cookie's value in hex. The value itself is not stored. */
  sessionHash: string;
  accountId: string;
  createdAt: Date;
  /** When the session was last used, accurate to about an hour. */
  seenAt: Date;
  expiresAt: Date;
};

export const sessions = new EntitySchema<SessionRow>({
  name: "session",
  tableName: "sessions",
  columns: {
    sessionHash: { name: "session_hash", type: "text", primary: true },
    accountId: { name: "account_id", type: "text" },
    createdAt: { name: "created_at", type: "timestamptz", precision: 3, createDate: true },
    seenAt: { name: "seen_at", type: "timestamptz", precision: 3, default: () => "now()" },
    expiresAt: { name: "expires_at", type: "timestamptz", precision: 3 },
  },
});
