import type { Role } from "@platen/contracts";

/** The name of each role, and what it allows. */
export const roleLabels: Readonly<Record<Role, { label: string; description: string }>> = {
  owner: { label: "Owner", description: "Everything, with members and the project itself" },
  editor: { label: "Editor", description: "Templates and API keys" },
  viewer: { label: "Viewer", description: "Look only" },
};
