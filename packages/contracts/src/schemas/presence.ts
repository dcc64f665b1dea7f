import { z } from "zod";
import { member } from "./project.ts";

/** The seconds after which a member counts as away, unless the dashboard says again that the template is open. */
export const presenceSeconds = 40;

/** The most other members that an answer names. */
export const maxPresent = 20;

export const presentMember = z
  .object({ accountId: member.shape.accountId, email: member.shape.email })
  .meta({ id: "PresentMember", description: "A member who has the template open." });
