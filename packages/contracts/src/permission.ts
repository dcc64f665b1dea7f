import type { Permission } from "./operation.ts";
import type { Role } from "./schemas/project.ts";

const permissions: Readonly<Record<Role, readonly Permission[]>> = {
  owner: ["read", "edit", "own"],
  editor: ["read", "edit"],
  viewer: ["read"],
};

/** Tells whether a role has a permission. The catalog enforces it; the dashboard hides what it forbids. */
export function isAllowed(role: Role, permission: Permission): boolean {
  return permissions[role].includes(permission);
}
