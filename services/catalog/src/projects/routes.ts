import { ownerlessAccount } from "@platen/contracts/holder";
import { internalOperations as operations } from "@platen/contracts/internal";
import { event } from "@platen/telemetry";
import type { Serve } from "../auth/serve.ts";
import type { Projects } from "./projects.ts";
import type { ReadEpoch } from "../database/read-epoch.ts";
import type { ProjectRow } from "./project-row.ts";

function toTenant({ projectId, ownerAccountId }: ProjectRow) {
  return { projectId, accountId: ownerAccountId ?? ownerlessAccount };
}

export function serveProjects(
  serve: Serve,
  { projects, readEpoch }: { projects: Projects; readEpoch: ReadEpoch },
): void {
  serve("key", operations.listProjects, async ({ query }, { projectId }) => {
    const { rows, pagination } = await projects.listForKey(projectId, query);
    return { projects: rows, pagination };
  });
  serve("keyOrMember", operations.getTenant, async (_request, { projectId }) => {
    const [project, epoch] = await Promise.all([projects.get(projectId), readEpoch()]);
    return { ...toTenant(project), epoch };
  });
  serve("account", operations.listMemberProjects, async ({ query }, { account }) => {
    const { rows, pagination } = await projects.listForAccount(account.accountId, query);
    return { projects: rows, pagination };
  });
  serve("account", operations.createProject, async ({ body }, { account }) => ({
    ...(await projects.create(account.accountId, body.name)),
    role: "owner" as const,
  }));
  serve("member", operations.getProject, async (_request, { projectId, role }) => ({
    ...(await projects.get(projectId)),
    role,
  }));
  serve("member", operations.renameProject, async ({ body }, { projectId, role, account }) => {
    // The log says who changed what, and for how long PDFs are kept, but no name.
    const { name: _name, ...settings } = body;
    event.add({ accountId: account.accountId, ...settings });
    return { ...(await projects.change(projectId, body)), role };
  });
  serve("member", operations.deleteProject, ({ query }, { projectId }) =>
    projects.remove(projectId, query.confirmName),
  );
}
