import { randomBytes } from "node:crypto";
import { createApiKeyValue, operations } from "@platen/contracts";
import { inviteStranger, signIn } from "../../dashboard-session.ts";
import { fillProject, ownProjects } from "./own-projects.ts";
import type { Tenants } from "./tenants.ts";

/** How an attacker calls: the headers that say who it is, and the ids that its requests name. */
export type HostileCaller = { headers: Record<string, string>; ids: Readonly<Record<string, string>> };
type As = "anyone" | "made-up key" | "key" | "session" | "viewer" | "editor";

/**
 * Makes three accounts of attackers, each with a project of its own that keeps requests. The first is a viewer in a
 * project of the victim's account, the second an editor there.
 */
export async function startHostileAccounts(tenants: Tenants) {
  const { platen, attacker } = tenants;
  const { baseUrl, account, projectId: demoId, templates } = platen;
  const owner = await signIn(baseUrl, account);
  const [ownFirst] = await ownProjects(tenants, 1);
  const first = { dashboard: attacker.dashboard, own: ownFirst };
  const all = [first];
  for (const name of ["second", "third"]) {
    const credentials = { email: `${name}@example.com`, password: `a password of the ${name}` };
    const dashboard = await inviteStranger(baseUrl, owner, credentials);
    if (name === "second") {
      const body = { email: credentials.email, role: "editor" } as const;
      const { code } = await owner.call(operations.inviteMember, { params: { projectId: demoId }, body });
      await dashboard.call(operations.acceptInvitation, { body: { code, password: credentials.password } });
    }
    all.push({ dashboard, own: await fillProject(platen, dashboard, dashboard.projectId) });
  }
  const redactedPaths = [...Array.from({ length: 40 }, (_, index) => `z.x${index}`), "*.*.*.x", "a.*.b"];
  for (const { dashboard, own } of all) {
    const params = { projectId: own.projectId };
    await dashboard.call(operations.saveRequestKeeping, { params, body: { days: 1, redactedPaths } });
  }
  const madeUp = createApiKeyValue(randomBytes);
  const inDemo = { projectId: demoId, templateId: templates[0]?.templateId ?? "" };

  return function callerOf(as: As, number: number): HostileCaller {
    const { dashboard, own } = all[as === "viewer" ? 0 : as === "editor" ? 1 : number % all.length] ?? first;
    const headers = {
      anyone: {},
      "made-up key": { authorization: `Bearer ${madeUp}` },
      key: { authorization: `Bearer ${own.apiKey}` },
      session: { cookie: dashboard.cookie() ?? "" },
      viewer: { cookie: dashboard.cookie() ?? "" },
      editor: { cookie: dashboard.cookie() ?? "" },
    }[as];
    const ids = { ...own, version: "1", ...(as === "viewer" || as === "editor" ? inDemo : {}) };
    return { headers, ids };
  };
}
