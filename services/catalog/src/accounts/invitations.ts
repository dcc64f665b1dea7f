import { createId, Problem, type Role } from "@platen/contracts";
import type { DataSource } from "typeorm";
import { sha256 } from "../secrets/sha256.ts";
import { lockOfProject, refuseMoreThan } from "../database/quota.ts";
import { queryRows } from "../database/rows.ts";
import type { PageRequest } from "../pagination/page-plan.ts";
import { readPage, type Page } from "../pagination/read-page.ts";
import { accounts } from "./account-row.ts";
import { isEmailTaken, type AccountsOptions } from "./accounts.ts";
import { invitations, type InvitationRow } from "./invitation-row.ts";
import { createSecretValue, openSession, type OpenedSession } from "./open-session.ts";

/** An invitation as its project sees it. */
export type OpenInvitation = { invitationId: string; email: string; role: Role; createdAt: Date; expiresAt: Date };

/** An invitation as the holder of its code sees it. */
export type InvitationToRead = {
  projectName: string;
  role: Role;
  email: string;
  invitedBy: string | null;
  expiresAt: Date;
};

function notValid(): Problem {
  return new Problem("member.not_found", {
    message: "This invitation has expired, or was withdrawn, replaced or accepted. Ask for a new one.",
  });
}

const columns = `i.invitation_id AS "invitationId", i.email, i.role, i.created_at AS "createdAt",
  i.expires_at AS "expiresAt"`;

async function isMember(dataSource: DataSource, projectId: string, email: string): Promise<boolean> {
  const found = await queryRows(
    dataSource.manager,
    `SELECT 1 FROM memberships AS m JOIN accounts AS a ON a.account_id = m.account_id
     WHERE m.project_id = $1 AND a.email = $2`,
    [projectId, email],
  );
  return found.length > 0;
}

/** A person who does not remember a password has no use for more, and the inviter has the code as well. */
const maxTries = 5;
const maxOpen = 100;

/** Invitations to projects. The member who invites passes a one-time code to the invited person. */
export function createInvitations({ dataSource, passwords, randomBytes }: AccountsOptions) {
  /** Counts a try before its password is checked, so that many at once count too. Tells whether it is the last one. */
  async function countTry(ref: Pick<InvitationRow, "projectId" | "invitationId" | "codeHash">): Promise<boolean> {
    const [counted] = await queryRows<{ tries: number }>(
      dataSource.manager,
      `UPDATE invitations SET password_tries = password_tries + 1
       WHERE project_id = $1 AND invitation_id = $2 AND code_hash = $3 AND password_tries < ${maxTries}
       RETURNING password_tries AS tries`,
      [ref.projectId, ref.invitationId, ref.codeHash],
    );
    if (!counted) throw notValid();
    return counted.tries === maxTries;
  }

  return {
    list(
      projectId: string,
      query: PageRequest & { sort: `createdAt:${"asc" | "desc"}` },
    ): Promise<Page<OpenInvitation>> {
      return readPage<OpenInvitation, "createdAt">(
        dataSource,
        {
          columns,
          from: "invitations AS i",
          where: ["i.project_id = $1", "i.expires_at > now()"],
          parameters: [projectId],
          id: "i.invitation_id",
          sorts: { createdAt: "i.created_at" },
        },
        query,
      );
    },

    /** Invites an address. An earlier invitation of the same address stops working. */
    async create(
      projectId: string,
      { email, role }: { email: string; role: Role },
      invitedBy: string,
    ): Promise<OpenInvitation & { code: string }> {
      if (await isMember(dataSource, projectId, email)) {
        const message = "is a member of this project already";
        throw new Problem("request.invalid", {
          message: `\`email\` ${message}.`,
          details: [{ path: "email", message }],
        });
      }
      const code = createSecretValue(randomBytes);
      const [invitation] = await dataSource.transaction(async (manager) => {
        await refuseMoreThan(manager, maxOpen, {
          lock: lockOfProject,
          from: "invitations WHERE project_id = $1 AND expires_at > now()",
          id: projectId,
          message: `The project has ${maxOpen} open invitations, the maximum. Withdraw one, or wait until one is accepted.`,
        });
        return queryRows<OpenInvitation>(
          manager,
          `INSERT INTO invitations AS i (invitation_id, project_id, email, role, code_hash, invited_by, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, now() + interval '7 days')
         ON CONFLICT ON CONSTRAINT invitations_email_unique DO UPDATE
           SET invitation_id = excluded.invitation_id, role = excluded.role, code_hash = excluded.code_hash,
               invited_by = excluded.invited_by, created_at = excluded.created_at, expires_at = excluded.expires_at,
               password_tries = 0
         RETURNING ${columns}`,
          [createId("invitation"), projectId, email, role, sha256(code), invitedBy],
        );
      });
      if (!invitation) throw new Error("the upsert returned no row");
      return { ...invitation, code };
    },

    async withdraw(ref: { projectId: string; invitationId: string }): Promise<void> {
      const { affected } = await dataSource.getRepository(invitations).delete({ ...ref });
      if (affected === 0) throw new Problem("member.not_found");
    },

    /** Returns the invitation of a code. */
    async read(code: string): Promise<InvitationToRead> {
      const [found] = await queryRows<InvitationToRead>(
        dataSource.manager,
        `SELECT p.name AS "projectName", i.role, i.email, inviter.email AS "invitedBy", i.expires_at AS "expiresAt"
         FROM invitations AS i
         JOIN projects AS p ON p.project_id = i.project_id
         LEFT JOIN accounts AS inviter ON inviter.account_id = i.invited_by
         WHERE i.code_hash = $1 AND i.expires_at > now()`,
        [sha256(code)],
      );
      if (!found) throw notValid();
      return found;
    },

    /** Accepts an invitation with its code, which works once. */
    async accept({ code, password }: { code: string; password: string }): Promise<OpenedSession> {
      const codeHash = sha256(code);
      const invitation = await dataSource
        .createQueryBuilder(invitations, "i")
        .where("i.codeHash = :codeHash AND i.expiresAt > now()", { codeHash })
        .getOne();
      if (!invitation) throw notValid();
      const { projectId, email, role, invitationId } = invitation;

      // Hashing a password takes long. Inside the transaction it would hold a database connection all that time.
      const existing = await dataSource.getRepository(accounts).findOneBy({ email });
      if (existing) {
        const isLastTry = await countTry({ projectId, invitationId, codeHash });
        if (!(await passwords.matches(existing.passwordHash, password))) {
          if (isLastTry) await dataSource.getRepository(invitations).delete({ projectId, invitationId, codeHash });
          throw new Problem("auth.credentials_invalid", {
            message: isLastTry
              ? `The invitation has ended, because ${maxTries} passwords for it were wrong. Ask for a new one.`
              : "This e-mail address has an account. Enter the password of that account.",
          });
        }
      }
      const accountId = existing?.accountId ?? createId("account");
      const passwordHash = existing?.passwordHash ?? (await passwords.hash(password));

      try {
        return await dataSource.transaction(async (manager) => {
          const { affected } = await manager.getRepository(invitations).delete({ invitationId, codeHash });
          if (affected === 0) throw notValid();
          if (!existing) await manager.getRepository(accounts).insert({ accountId, email, passwordHash });
          await queryRows(
            manager,
            `INSERT INTO memberships (project_id, account_id, role) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
            [projectId, accountId, role],
          );
          return openSession(manager, accountId, randomBytes);
        });
      } catch (error) {
        // The address got an account since the check above, so accepting now requires that account's password.
        if (isEmailTaken(error)) throw new Problem("auth.credentials_invalid", { cause: error });
        throw error;
      }
    },
  };
}

export type Invitations = ReturnType<typeof createInvitations>;
