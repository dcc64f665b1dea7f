import { z } from "zod";
import { operation } from "../doors.ts";
import { presentMember } from "../schemas/presence.ts";
import { getTemplate } from "./templates.ts";

/**
 * Says that the member has the template open, and returns the other members who have it open.
 * Repeat it to stay present: a member counts as away after `presenceSeconds`.
 */
export const keepPresence = operation({
  method: "put",
  path: "/templates/{templateId}/presence",
  operationId: "keepPresence",
  doors: { member: { permission: "read" } },
  servedBy: "gateway",
  request: { params: getTemplate.key.request.params },
  response: {
    status: 200,
    content: "json",
    body: z.object({
      others: z.array(presentMember).meta({ description: "The other members who have the template open." }),
    }),
  },
  notFound: "template.not_found",
});
