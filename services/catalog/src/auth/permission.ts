import type { Permission, Role } from "@platen/contracts";

const permissions: Readonly<Record<Role, readonly Permission[]>> = {
  owner: ["read", "edit", "own"],
  editor: ["read", "edit"],
  viewer: ["read"],
};

/** Tells whether a role allows what an operation needs. */
export function isAllowed(role: Role, permission: Permission): boolean {
  return permissions[role].includes(permission);
}
