import { z } from "zod";
import { operation } from "../operation.ts";
import { limited } from "../schemas/fields.ts";
import { account, currentPassword, email, invitationToRead, newPassword } from "../schemas/project.ts";

const tag = "Dashboard: account";
const credentials = z.strictObject({ email, password: currentPassword });

export const getSetup = operation({
  method: "get",
  path: "/api/dashboard/setup",
  operationId: "getSetup",
  summary: "Check whether the first account exists",
  tag,
  access: "none",
  request: {},
  response: {
    status: 200,
    content: "json",
    body: z.object({ needed: z.boolean().meta({ description: "True until the first account exists." }) }),
  },
  problems: [],
});

export const setUpFirstAccount = operation({
  method: "post",
  path: "/api/dashboard/setup",
  operationId: "setUpFirstAccount",
  summary: "Create the first account and sign in",
  tag,
  access: "none",
  request: { body: z.strictObject({ email, password: newPassword }) },
  response: { status: 201, content: "json", body: account },
  problems: ["account.exists"],
});

export const signIn = operation({
  method: "post",
  path: "/api/dashboard/session",
  operationId: "signIn",
  summary: "Sign in",
  description: "Sets the session cookie.",
  tag,
  access: "none",
  request: { body: credentials },
  response: { status: 201, content: "json", body: account },
  problems: ["auth.credentials_invalid"],
});

export const getSession = operation({
  method: "get",
  path: "/api/dashboard/session",
  operationId: "getSession",
  summary: "Get the signed-in account",
  tag,
  access: "session",
  request: {},
  response: { status: 200, content: "json", body: account },
  problems: [],
});

export const signOut = operation({
  method: "delete",
  path: "/api/dashboard/session",
  operationId: "signOut",
  summary: "Sign out",
  description: "Ends the session on the server and clears the cookie.",
  tag,
  access: "session",
  request: {},
  response: { status: 204, content: "none" },
  problems: [],
});

export const changePassword = operation({
  method: "post",
  path: "/api/dashboard/account/password",
  operationId: "changePassword",
  summary: "Change the password",
  description: "Ends every session of the account and starts a new one.",
  tag,
  access: "session",
  request: { body: z.strictObject({ currentPassword, newPassword }) },
  response: { status: 200, content: "json", body: account },
  problems: ["auth.credentials_invalid"],
});

const code = limited(100).min(20).meta({ description: "The invitation's one-time code." });

export const readInvitation = operation({
  method: "post",
  path: "/api/dashboard/invitations/read",
  operationId: "readInvitation",
  summary: "Read an invitation",
  description: "Shows an invitation without accepting it. The code is in the body, so that it appears in no log.",
  tag,
  access: "none",
  request: { body: z.strictObject({ code }) },
  response: { status: 200, content: "json", body: invitationToRead },
  problems: ["member.not_found"],
});

export const acceptInvitation = operation({
  method: "post",
  path: "/api/dashboard/invitations/accept",
  operationId: "acceptInvitation",
  summary: "Accept an invitation and sign in",
  description:
    "If the invited e-mail address has no account, creates one with this password. Otherwise, the password must be the " +
    "account's; five wrong ones end the invitation. A browser that is signed in to another account is refused.",
  tag,
  access: "none",
  request: {
    body: z.strictObject({
      code,
      password: newPassword,
    }),
  },
  response: { status: 201, content: "json", body: account },
  problems: ["auth.credentials_invalid", "member.not_found", "invitation.other_account"],
});
