import type { Role } from "@platen/contracts";
import { instant, text, table } from "../database/table.ts";

export const memberships = table("memberships", {
  projectId: text({ primary: true }),
  accountId: text({ primary: true }),
  role: text<Role>(),
  createdAt: instant({ createDate: true }),
});
