import { z } from "zod";
import { keyScopes, scopes, usualScopes } from "../scopes.ts";
import { idSchema } from "../ids.ts";
import { nameText, text, timestamp, renderedAs } from "./fields.ts";
import { list } from "./list.ts";

const contentDaysMessage = "must be a whole number of days from 1 to 3650";
const contentDays = z.int(contentDaysMessage).min(1, contentDaysMessage).max(3_650, contentDaysMessage);

export const projectName = nameText().meta({ description: "Name of the project.", example: "Billing" });

const allowsInlineHtml = z
  .boolean()
  .meta({ description: "Whether the project's keys may send `html` in place of a `templateId`." });

/** What an owner changes of a project: its name and its settings. */
export const projectChanges = z.strictObject({
  name: projectName.optional(),
  allowsInlineHtml: allowsInlineHtml.optional(),
  contentDefaultDays: contentDays.optional().meta({
    description:
      "For how many days Platen keeps a PDF whose request names no `expiresIn`. At most `contentMaxDays`, and the maximum of the installation. Applies to documents and batches from now on.",
    example: 7,
  }),
  contentMaxDays: contentDays.nullable().optional().meta({
    description:
      "The maximum of `expiresIn` in the project's requests, in days. At most, and null for, the maximum of the installation. Applies to documents and batches from now on.",
    example: 30,
  }),
});
export type ProjectChanges = z.infer<typeof projectChanges>;

export const project = z
  .object({
    projectId: idSchema("project"),
    name: z.string().meta({ description: "Name of the project." }),
    allowsInlineHtml,
    contentDefaultDays: z.int().meta({
      description:
        "For how many days Platen keeps a PDF whose request names no `expiresIn`, but no longer than the installation allows.",
    }),
    contentMaxDays: z.int().nullable().meta({
      description: "The maximum of `expiresIn` in the project's requests, in days; null for that of the installation.",
    }),
    createdAt: timestamp.meta({ description: "When the project was created." }),
    updatedAt: timestamp.meta({ description: "When the project last changed." }),
  })
  .meta({ id: "Project", description: "A container of templates and API keys." });

export const roles = ["owner", "editor", "viewer"] as const;
const role = z
  .enum(roles)
  .meta({ description: "owner: everything; editor: templates, API keys, previews; viewer: read only." });
export type Role = z.infer<typeof role>;

export const memberProject = z
  .object({ ...project.shape, role })
  .meta({ id: "MemberProject", description: "A project and the signed-in member's role in it." });

/** A project as its own page shows it. */
export const projectDetails = z
  .object({
    ...memberProject.shape,
    contentLimitDays: z.int().meta({
      description: "The maximum number of days for which this installation keeps a PDF (`CONTENT_MAX_DAYS`).",
    }),
  })
  .meta({
    id: "ProjectDetails",
    description: "A project, the signed-in member's role in it, and the installation's limit.",
  });

const scopesOfKey = list(z.enum(keyScopes), keyScopes.length)
  .min(1)
  .meta({
    description: `What the key may do. ${Object.entries(scopes)
      .map(([scope, { meaning }]) => `${scope}: ${meaning}.`)
      .join(" ")}`,
  });

/** The scopes of a new key. */
export const givenScopes = scopesOfKey.default([...usualScopes]);

export const apiKey = z
  .object({
    keyId: idSchema("apiKey"),
    name: z.string().meta({ description: "Label of the key." }),
    lastFour: z.string().meta({ description: "Last four characters of the key value." }),
    scopes: scopesOfKey,
    createdBy: z
      .object({
        accountId: idSchema("account"),
        email: z.string().meta({ description: "E-mail address." }),
        isMember: z.boolean().meta({ description: "Whether the account is still a member of the project." }),
      })
      .nullable()
      .meta({ description: "The account that created the key; null if that is not known." }),
    createdAt: timestamp.meta({ description: "When the key was created." }),
    lastUsedAt: timestamp
      .nullable()
      .meta({ description: "When the key was last used, accurate to about a minute; null if never." }),
  })
  .meta({ id: "ApiKey", description: "An active API key. Only the response that creates it contains its value." });

export const createdApiKey = z
  .object({ ...apiKey.shape, key: z.string().meta({ description: "The key value. Platen cannot show it again." }) })
  .meta({ id: "CreatedApiKey", description: "A new API key with its value." });

/** What a key can read about itself. */
export const ownKey = z
  .object({
    ...apiKey.pick({ keyId: true, name: true, lastFour: true, scopes: true, createdAt: true }).shape,
    project: z
      .object({
        projectId: idSchema("project"),
        name: z.string().meta({ description: "Name of the project." }),
      })
      .meta({ description: "The project of the key." }),
    limits: z
      .object({
        requestsPerMinute: z.int().meta({ description: "Requests that the key may send in a minute." }),
        projectRequestsPerMinute: z
          .int()
          .meta({ description: "Requests that all keys of the project together may send in a minute." }),
        requestBytes: z.int().meta({ description: "The size limit of a JSON body, in bytes." }),
        deadlineMs: z.int().meta({ description: "How long a request for a document may take, in milliseconds." }),
      })
      .meta({ description: "The limits of requests with the key." }),
  })
  .meta({ id: "OwnKey", description: "The API key of the request." });

export const removedMember = z
  .object({
    apiKeys: z.array(apiKey).meta({ description: "The active API keys that the member has created. They stay valid." }),
  })
  .meta({ id: "RemovedMember", description: "What a removed member may still know of the project." });

export const apiKeyName = nameText().meta({ description: "A label for the key.", example: "Production" });

export const email = z
  .string()
  .trim()
  .max(254, { error: "must have at most 254 characters", abort: true })
  .toLowerCase()
  .pipe(z.email("must be an e-mail address"))
  .meta({ description: "E-mail address.", override: renderedAs({ type: "string", format: "email", maxLength: 254 }) });

export const newPassword = text(200, 12).meta({ description: "Password, 12 to 200 characters." });
export const currentPassword = text(200, 1).meta({ description: "Password." });

const instanceRoles = ["admin", "member"] as const;
const instanceRole = z
  .enum(instanceRoles)
  .meta({ description: "admin: may create projects. The first account is one; others are made by the operator." });
export type InstanceRole = z.infer<typeof instanceRole>;

export const account = z
  .object({
    accountId: idSchema("account"),
    email: z.string().meta({ description: "E-mail address." }),
    instanceRole,
    createdAt: timestamp.meta({ description: "When the account was created." }),
  })
  .meta({ id: "Account", description: "An account that can sign in to the dashboard." });

export const member = z
  .object({
    accountId: idSchema("account"),
    email: z.string().meta({ description: "E-mail address." }),
    role,
    createdAt: timestamp.meta({ description: "When the member joined." }),
  })
  .meta({ id: "Member", description: "A member of a project." });

export const invitation = z
  .object({
    invitationId: idSchema("invitation"),
    email: z.string().meta({ description: "E-mail address of the invited person." }),
    role,
    createdAt: timestamp.meta({ description: "When the invitation was created." }),
    expiresAt: timestamp.meta({ description: "When the invitation expires." }),
  })
  .meta({ id: "Invitation", description: "An invitation to a project that has not been accepted yet." });

export const invitationToRead = z
  .object({
    projectName: z.string().meta({ description: "Name of the project." }),
    role,
    email: z.string().meta({ description: "E-mail address of the invited person." }),
    invitedBy: z
      .string()
      .nullable()
      .meta({ description: "E-mail address of the member who sent the invitation; null if unknown." }),
    expiresAt: timestamp.meta({ description: "When the invitation expires." }),
  })
  .meta({ id: "InvitationToRead", description: "An invitation as the holder of its code sees it." });

export const createdInvitation = z
  .object({
    ...invitation.shape,
    code: z.string().meta({ description: "The one-time code for the invited person. Platen cannot show it again." }),
  })
  .meta({ id: "CreatedInvitation", description: "A new invitation with its code." });

export const inviteBody = z.strictObject({ email, role });
export const roleBody = z.strictObject({ role });
