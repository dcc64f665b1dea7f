import { operations } from "@platen/contracts";
import type { Tour } from "./tour.ts";

export async function tourSettings({ platen, visitor, shoot }: Tour): Promise<void> {
  await shoot("settings", async () => {
    await visitor.open(`/projects/${platen.projectId}/settings`);
    await visitor.find("button", "Delete project");
  });
  await visitor.click("button", "Delete project");
  await visitor.sees("to confirm");
  await shoot("project-delete");
}

export async function tourKeys({ platen, visitor, shoot }: Tour): Promise<void> {
  const { open, click, fill, find, sees, dialogCloses, page } = visitor;
  await open(`/projects/${platen.projectId}/api-keys`);
  await click("button", "New API key");
  await find("textbox", "Name");
  await shoot("api-key-new");
  await fill("Name", "Production");
  await click("button", "Create key");
  await sees("It cannot be shown again");
  await shoot("api-key-once");
  await click("button", "I have stored the key");
  await dialogCloses();
  await shoot("api-keys");
  await click("button", "Rename key Production");
  await shoot("api-key-rename");
  await page.keyboard.press("Escape");
  await click("button", "Actions for Production");
  await find("menuitem", "Revoke");
  await shoot("api-key-actions");
  await click("menuitem", "Revoke");
  await find("button", "Revoke key");
  await shoot("api-key-revoke");
}

export async function tourMembers({ platen, visitor, shoot }: Tour): Promise<void> {
  const { open, click, fill, find, sees, dialogCloses } = visitor;
  await open(`/projects/${platen.projectId}/members`);
  await click("button", "Invite");
  await fill("E-mail", "grace@example.com");
  await shoot("member-invite");
  await click("button", "Create invitation");
  await sees("cannot be shown again");
  await shoot("member-link");
  await click("button", "I have the link");
  await dialogCloses();
  await shoot("members");
  await click("button", `Actions for ${platen.account.email}`);
  await click("menuitem", "Change role");
  await find("button", "Cancel");
  await shoot("member-role");
}

/** The pages of an invited viewer. */
export async function tourInvitation({ platen, dashboard, another }: Tour): Promise<void> {
  const { projectId } = platen;
  const email = "alan@example.com";
  const invited = await another();
  const { open, fill, click, find, sees, page, close } = invited.visitor;
  await open("/invitation");
  await sees("This link is incomplete");
  await invited.shoot("invitation-incomplete");
  await open("/invitation#a-code-that-is-none-and-long");
  await page.reload();
  await sees("cannot be accepted");
  await invited.shoot("invitation-refused");
  const body = { email, role: "viewer" as const };
  const { code } = await dashboard.call(operations.inviteMember, { params: { projectId }, body });
  await open(`/invitation#${code}`);
  await page.reload();
  await find("button", "Join");
  await invited.shoot("invitation");
  await fill("Password", "correct horse battery");
  await click("button", "Join");
  await find("link", "Demo");
  await open(`/projects/${projectId}/templates`);
  await find("button", "Actions for Invoice");
  await invited.shoot("viewer-templates");
  await open(`/projects/${projectId}/templates/${platen.templates[0]?.templateId ?? ""}`);
  await sees("View only");
  await invited.shoot("viewer-editor");
  await open(`/projects/${projectId}/api-keys`);
  await sees("API keys");
  await invited.shoot("viewer-api-keys");
  await open(`/projects/${projectId}/members`);
  await click("button", `Actions for ${email}`);
  await click("menuitem", "Leave project");
  await find("button", "Leave project");
  await invited.shoot("project-leave");
  await close();
}
