import type { Role } from "@platen/contracts";
import { EntitySchema } from "typeorm";

export type MembershipRow = { projectId: string; accountId: string; role: Role; createdAt: Date };

export const memberships = new EntitySchema<MembershipRow>({
  name: "membership",
  tableName: "memberships",
  columns: {
    projectId: { name: "project_id", type: "text", primary: true },
    accountId: { name: "account_id", type: "text", primary: true },
    role: { name: "role", type: "text" },
    createdAt: { name: "created_at", type: "timestamptz", precision: 3, createDate: true },
  },
});
