import { z } from "zod";
import { operation } from "../doors.ts";
import { limited } from "../schemas/fields.ts";
import { account, currentPassword, email, invitationToRead, newPassword } from "../schemas/project.ts";

const credentials = z.strictObject({ email, password: currentPassword });

export const getSetup = operation({
  method: "get",
  path: "/api/dashboard/setup",
  operationId: "getSetup",
  doors: { anyone: {} },
  servedBy: "gateway",
  request: {},
  response: {
    status: 200,
    content: "json",
    body: z.object({ needed: z.boolean().meta({ description: "True until the first account exists." }) }),
  },
});

export const setUpFirstAccount = operation({
  method: "post",
  path: "/api/dashboard/setup",
  operationId: "setUpFirstAccount",
  doors: { anyone: {} },
  servedBy: "gateway",
  request: { body: z.strictObject({ email, password: newPassword }) },
  response: { status: 201, content: "json", body: account },
  problems: ["account.exists"],
});

/** Sets the session cookie. */
export const signIn = operation({
  method: "post",
  path: "/api/dashboard/session",
  operationId: "signIn",
  doors: { anyone: {} },
  servedBy: "gateway",
  request: { body: credentials },
  response: { status: 201, content: "json", body: account },
  problems: ["auth.credentials_invalid"],
});

export const getSession = operation({
  method: "get",
  path: "/session",
  operationId: "getSession",
  doors: { account: {} },
  request: {},
  response: { status: 200, content: "json", body: account },
});

/** Ends the session on the server and clears the cookie. */
export const signOut = operation({
  method: "delete",
  path: "/session",
  operationId: "signOut",
  doors: { account: {} },
  servedBy: "gateway",
  request: {},
  response: { status: 204, content: "none" },
});

/** Ends every session of the account and starts a new one. */
export const changePassword = operation({
  method: "post",
  path: "/account/password",
  operationId: "changePassword",
  doors: { account: {} },
  servedBy: "gateway",
  request: { body: z.strictObject({ currentPassword, newPassword }) },
  response: { status: 200, content: "json", body: account },
  problems: ["auth.credentials_invalid"],
});

const code = limited(100).min(20).meta({ description: "The invitation's one-time code." });

/** Shows an invitation without accepting it. The code is in the body, so that it appears in no log. */
export const readInvitation = operation({
  method: "post",
  path: "/api/dashboard/invitations/read",
  operationId: "readInvitation",
  doors: { anyone: {} },
  servedBy: "gateway",
  request: { body: z.strictObject({ code }) },
  response: { status: 200, content: "json", body: invitationToRead },
  problems: ["member.not_found"],
});

/**
 * If the invited e-mail address has no account, creates one with this password. Otherwise, the password must be the
 * account's; five wrong ones end the invitation. A browser that is signed in to another account is refused.
 */
export const acceptInvitation = operation({
  method: "post",
  path: "/api/dashboard/invitations/accept",
  operationId: "acceptInvitation",
  doors: { anyone: {} },
  servedBy: "gateway",
  request: {
    body: z.strictObject({
      code,
      password: newPassword,
    }),
  },
  response: { status: 201, content: "json", body: account },
  problems: ["auth.credentials_invalid", "member.not_found", "invitation.other_account"],
});
