import { z } from "zod";
import { idSchema } from "../ids.ts";
import { operation } from "../operation.ts";
import { projectUsage } from "../schemas/project-usage.ts";

export const getProjectUsage = operation({
  method: "get",
  path: "/api/dashboard/projects/{projectId}/usage",
  operationId: "getProjectUsage",
  summary: "Get what a project stores",
  tag: "Dashboard: projects",
  access: "session",
  permission: "read",
  request: { params: z.strictObject({ projectId: idSchema("project") }) },
  response: { status: 200, content: "json", body: projectUsage },
  problems: [],
  notFound: "project.not_found",
});
