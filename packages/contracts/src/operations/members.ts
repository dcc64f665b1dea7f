import { z } from "zod";
import { idSchema } from "../ids.ts";
import { operation } from "../operation.ts";
import { pageOf, pageQuery } from "../schemas/pagination.ts";
import { createdInvitation, invitation, inviteBody, member, removedMember, roleBody } from "../schemas/project.ts";

const tag = "Dashboard: members";
const inProject = z.strictObject({ projectId: idSchema("project") });
const ofMember = z.strictObject({ projectId: idSchema("project"), accountId: idSchema("account") });
const membersPath = "/api/dashboard/projects/{projectId}/members";
const invitationsPath = "/api/dashboard/projects/{projectId}/invitations";

export const listMembers = operation({
  method: "get",
  path: membersPath,
  operationId: "listMembers",
  summary: "List a project's members",
  tag,
  access: "session",
  permission: "read",
  request: { params: inProject, query: z.strictObject(pageQuery(["createdAt"], "createdAt:asc")) },
  response: { status: 200, content: "json", body: pageOf("members", member) },
  problems: [],
  notFound: "project.not_found",
});

export const changeMemberRole = operation({
  method: "patch",
  path: `${membersPath}/{accountId}`,
  operationId: "changeMemberRole",
  summary: "Change a member's role",
  tag,
  access: "session",
  permission: "own",
  request: { params: ofMember, body: roleBody },
  response: { status: 200, content: "json", body: member },
  problems: ["project.not_found", "member.last_owner"],
  notFound: "member.not_found",
});

export const removeMember = operation({
  method: "delete",
  path: `${membersPath}/{accountId}`,
  operationId: "removeMember",
  summary: "Remove a member from a project",
  description:
    "The response lists the API keys that the member has created, which stay valid: revoke those that the member may have kept.",
  tag,
  access: "session",
  permission: "own",
  request: { params: ofMember },
  response: { status: 200, content: "json", body: removedMember },
  problems: ["project.not_found", "member.last_owner"],
  notFound: "member.not_found",
});

export const leaveProject = operation({
  method: "delete",
  path: "/api/dashboard/projects/{projectId}/membership",
  operationId: "leaveProject",
  summary: "Leave a project",
  tag,
  access: "session",
  permission: "read",
  request: { params: inProject },
  response: { status: 204, content: "none" },
  problems: ["member.last_owner"],
  notFound: "project.not_found",
});

export const listInvitations = operation({
  method: "get",
  path: invitationsPath,
  operationId: "listInvitations",
  summary: "List open invitations",
  tag,
  access: "session",
  permission: "own",
  request: { params: inProject, query: z.strictObject(pageQuery(["createdAt"], "createdAt:desc")) },
  response: { status: 200, content: "json", body: pageOf("invitations", invitation) },
  problems: [],
  notFound: "project.not_found",
});

export const inviteMember = operation({
  method: "post",
  path: invitationsPath,
  operationId: "inviteMember",
  summary: "Invite a person to a project",
  description: "Only this response contains the one-time code.",
  tag,
  access: "session",
  permission: "own",
  request: { params: inProject, body: inviteBody },
  response: { status: 201, content: "json", body: createdInvitation },
  problems: ["quota.reached"],
  notFound: "project.not_found",
});

export const withdrawInvitation = operation({
  method: "delete",
  path: `${invitationsPath}/{invitationId}`,
  operationId: "withdrawInvitation",
  summary: "Withdraw an invitation",
  tag,
  access: "session",
  permission: "own",
  request: { params: z.strictObject({ projectId: idSchema("project"), invitationId: idSchema("invitation") }) },
  response: { status: 204, content: "none" },
  problems: ["project.not_found"],
  notFound: "member.not_found",
});
