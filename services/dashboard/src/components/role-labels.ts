import type { Role } from "@platen/contracts";

/** What each role is called and may do. */
export const roleWords: Readonly<Record<Role, { label: string; text: string }>> = {
  owner: { label: "Owner", text: "Everything, with members and the project itself" },
  editor: { label: "Editor", text: "Templates and API keys" },
  viewer: { label: "Viewer", text: "Look only" },
};
