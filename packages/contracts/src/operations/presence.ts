import { z } from "zod";
import { operation } from "../operation.ts";
import { maxPresent, presenceSeconds, presentMember } from "../schemas/presence.ts";
import { getProjectTemplate } from "./templates.ts";

export const keepPresence = operation({
  method: "put",
  path: "/api/dashboard/projects/{projectId}/templates/{templateId}/presence",
  operationId: "keepPresence",
  summary: "Say that a template is open",
  description: `Says that the member has the template open, and returns the other members who have it open, at most ${maxPresent}. Repeat it to stay present: a member counts as away after ${presenceSeconds} seconds.`,
  tag: "Dashboard: templates",
  access: "session",
  permission: "read",
  request: { params: getProjectTemplate.request.params },
  response: {
    status: 200,
    content: "json",
    body: z.object({
      others: z.array(presentMember).meta({ description: "The other members who have the template open." }),
    }),
  },
  problems: ["project.not_found"],
  notFound: "template.not_found",
});
