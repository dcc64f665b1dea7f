import { operation } from "../doors.ts";
import { projectUsage } from "../schemas/project-usage.ts";

export const getProjectUsage = operation({
  method: "get",
  path: "/usage",
  operationId: "getProjectUsage",
  doors: { member: { permission: "read" } },
  request: {},
  response: { status: 200, content: "json", body: projectUsage },
});
