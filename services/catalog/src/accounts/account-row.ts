import type { InstanceRole } from "@platen/contracts";
import { EntitySchema } from "typeorm";

export type AccountRow = {
  accountId: string;
  email: string;
  passwordHash: string;
  instanceRole: InstanceRole;
  createdAt: Date;
};

export const accounts = new EntitySchema<AccountRow>({
  name: "account",
  tableName: "accounts",
  columns: {
    accountId: { name: "account_id", type: "text", primary: true },
    email: { name: "email", type: "text" },
    passwordHash: { name: "password_hash", type: "text" },
    instanceRole: { name: "instance_role", type: "text", default: "member" },
    createdAt: { name: "created_at", type: "timestamptz", precision: 3, createDate: true },
  },
});
