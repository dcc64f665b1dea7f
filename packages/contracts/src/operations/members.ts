import { z } from "zod";
import { idSchema } from "../ids.ts";
import { operation } from "../doors.ts";
import { pageOf, pageQuery } from "../schemas/pagination.ts";
import { createdInvitation, invitation, inviteBody, member, removedMember, roleBody } from "../schemas/project.ts";

const ofMember = z.strictObject({ accountId: idSchema("account") });

export const listMembers = operation({
  method: "get",
  path: "/members",
  operationId: "listMembers",
  doors: { member: { permission: "read" } },
  request: { query: z.strictObject(pageQuery(["createdAt"], "createdAt:asc")) },
  response: { status: 200, content: "json", body: pageOf("members", member) },
});

export const changeMemberRole = operation({
  method: "patch",
  path: "/members/{accountId}",
  operationId: "changeMemberRole",
  doors: { member: { permission: "own" } },
  request: { params: ofMember, body: roleBody },
  response: { status: 200, content: "json", body: member },
  problems: ["member.last_owner"],
  notFound: "member.not_found",
});

/**
 * The response lists the API keys that the member has created, which stay valid: revoke those that the member may
 * have kept.
 */
export const removeMember = operation({
  method: "delete",
  path: "/members/{accountId}",
  operationId: "removeMember",
  doors: { member: { permission: "own" } },
  request: { params: ofMember },
  response: { status: 200, content: "json", body: removedMember },
  problems: ["member.last_owner"],
  notFound: "member.not_found",
});

export const leaveProject = operation({
  method: "delete",
  path: "/membership",
  operationId: "leaveProject",
  doors: { member: { permission: "read" } },
  request: {},
  response: { status: 204, content: "none" },
  problems: ["member.last_owner"],
});

export const listInvitations = operation({
  method: "get",
  path: "/invitations",
  operationId: "listInvitations",
  doors: { member: { permission: "own" } },
  request: { query: z.strictObject(pageQuery(["createdAt"], "createdAt:desc")) },
  response: { status: 200, content: "json", body: pageOf("invitations", invitation) },
});

/** Only this response contains the one-time code. */
export const inviteMember = operation({
  method: "post",
  path: "/invitations",
  operationId: "inviteMember",
  doors: { member: { permission: "own" } },
  request: { body: inviteBody },
  response: { status: 201, content: "json", body: createdInvitation },
  problems: ["quota.reached"],
});

export const withdrawInvitation = operation({
  method: "delete",
  path: "/invitations/{invitationId}",
  operationId: "withdrawInvitation",
  doors: { member: { permission: "own" } },
  request: { params: z.strictObject({ invitationId: idSchema("invitation") }) },
  response: { status: 204, content: "none" },
  notFound: "member.not_found",
});
