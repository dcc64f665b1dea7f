import type { Role } from "@platen/contracts";
import { instant, nullable, text, table, type RowOf } from "../database/table.ts";

export const invitations = table("invitations", {
  invitationId: text({ primary: true }),
  projectId: text(),
  email: text(),
  role: text<Role>(),
  /** SHA-256 of the one-time code in hex. The code itself is not stored. */
  codeHash: text(),
  /** Id of the account that sent the invitation; null if unknown. */
  invitedBy: nullable(text()),
  createdAt: instant({ createDate: true }),
  expiresAt: instant(),
});

export type InvitationRow = RowOf<typeof invitations>;
