import type { Role } from "@platen/contracts";
import { EntitySchema } from "typeorm";

export type InvitationRow = {
  invitationId: string;
  projectId: string;
  email: string;
  role: Role;
  /** SHA-256 of the one-time code in hex. The code itself is not stored. */
  codeHash: string;
  /** Id of the account that sent the invitation; null if unknown. */
  invitedBy: string | null;
  createdAt: Date;
  expiresAt: Date;
};

export const invitations = new EntitySchema<InvitationRow>({
  name: "invitation",
  tableName: "invitations",
  columns: {
    invitationId: { name: "invitation_id", type: "text", primary: true },
    projectId: { name: "project_id", type: "text" },
    email: { name: "email", type: "text" },
    role: { name: "role", type: "text" },
    codeHash: { name: "code_hash", type: "text" },
    invitedBy: { name: "invited_by", type: "text", nullable: true },
    createdAt: { name: "created_at", type: "timestamptz", precision: 3, createDate: true },
    expiresAt: { name: "expires_at", type: "timestamptz", precision: 3 },
  },
});
