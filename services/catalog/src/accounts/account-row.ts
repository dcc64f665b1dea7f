import type { InstanceRole } from "@platen/contracts";
import { instant, text, table, type RowOf } from "../database/table.ts";

export const accounts = table("accounts", {
  accountId: text({ primary: true }),
  email: text(),
  passwordHash: text(),
  instanceRole: text<InstanceRole>({ default: "member" }),
  createdAt: instant({ createDate: true }),
});

export type AccountRow = RowOf<typeof accounts>;
