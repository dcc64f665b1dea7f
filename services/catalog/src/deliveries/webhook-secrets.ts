import { randomBytes } from "node:crypto";
import type { DataSource } from "typeorm";
import { queryRows } from "../database/rows.ts";
import { keyIdOf, type Sealer } from "../secrets/sealer.ts";
import { secretPrefix } from "./sign-webhook.ts";

/** For so long the secret before a rotation signs too. */
const overlap = "24 hours";
const secretBytes = 32;
/** Limits one statement of the change to another key. */
const batchSize = 200;

type SecretRow = { projectId: string; sealed: Buffer; previousSealed: Buffer | null; previousUntil: Date | null };

/** The secrets that sign the messages of a project. */
export type WebhookSecrets = { secret: string; previous: string | undefined; previousUntil: Date | null };

const columns = `s.project_id AS "projectId", s.sealed,
  CASE WHEN s.previous_until > now() THEN s.previous_sealed END AS "previousSealed",
  CASE WHEN s.previous_until > now() THEN s.previous_until END AS "previousUntil"`;

const newSecret = () => Buffer.from(secretPrefix + randomBytes(secretBytes).toString("base64"));

/** Creates the functions for the signing secrets of projects. A project gets its secret when it is first needed. */
export function createWebhookSecrets({ dataSource, sealer }: { dataSource: DataSource; sealer: Sealer }) {
  const query = <Row>(sql: string, parameters: readonly unknown[]) =>
    queryRows<Row>(dataSource.manager, sql, parameters);

  function toSecrets({ projectId, sealed, previousSealed, previousUntil }: SecretRow): WebhookSecrets | undefined {
    const secret = sealer.open(sealed, projectId)?.toString();
    const previous = previousSealed === null ? undefined : sealer.open(previousSealed, projectId)?.toString();
    // A receiver may know the previous secret only.
    if (secret === undefined || (previousSealed !== null && previous === undefined)) return undefined;
    return { secret, previous, previousUntil };
  }

  return {
    /** The secrets of projects, made where there are none. A project whose secret cannot be read, or that is deleted, is left out. */
    async of(projectIds: readonly string[]): Promise<Map<string, WebhookSecrets>> {
      const rows = await query<SecretRow>(`SELECT ${columns} FROM webhook_secrets AS s WHERE s.project_id = ANY ($1)`, [
        projectIds,
      ]);
      const lacking = projectIds.filter((id) => !rows.some(({ projectId }) => projectId === id));
      if (lacking.length > 0) {
        await query(
          `INSERT INTO webhook_secrets (project_id, sealed)
           SELECT p.project_id, n.sealed FROM unnest($1::text[], $2::bytea[]) AS n (project_id, sealed)
           JOIN projects AS p ON p.project_id = n.project_id
           ON CONFLICT DO NOTHING`,
          [lacking, lacking.map((projectId) => sealer.seal(newSecret(), projectId))],
        );
        // Another process may have made one at the same time.
        const made = `SELECT ${columns} FROM webhook_secrets AS s WHERE s.project_id = ANY ($1)`;
        rows.push(...(await query<SecretRow>(made, [lacking])));
      }
      return new Map(
        rows.flatMap((row) => {
          const secrets = toSecrets(row);
          return secrets ? [[row.projectId, secrets]] : [];
        }),
      );
    },

    /** Replaces the secret of a project. The one before signs too, for a time. */
    async rotate(projectId: string): Promise<void> {
      await query(
        `INSERT INTO webhook_secrets AS s (project_id, sealed) VALUES ($1, $2)
         ON CONFLICT (project_id) DO UPDATE
         SET sealed = EXCLUDED.sealed, previous_sealed = s.sealed, previous_until = now() + interval '${overlap}'`,
        [projectId, sealer.seal(newSecret(), projectId)],
      );
    },

    /** Seals again, by the first key, what one of the others has sealed; returns the number of secrets. */
    async sealAgain(): Promise<number> {
      const old = await query<SecretRow>(
        `SELECT s.project_id AS "projectId", s.sealed, NULL AS "previousSealed", NULL AS "previousUntil"
         FROM webhook_secrets AS s WHERE ${keyIdOf("s.sealed")} = ANY ($1::bytea[]) LIMIT ${batchSize}`,
        [sealer.keyIds.slice(1)],
      );
      let changed = 0;
      for (const row of old) {
        const secret = toSecrets(row)?.secret;
        if (secret === undefined) continue;
        changed += 1;
        await query("UPDATE webhook_secrets SET sealed = $3 WHERE project_id = $1 AND sealed = $2", [
          row.projectId,
          row.sealed,
          sealer.seal(Buffer.from(secret), row.projectId),
        ]);
      }
      return changed;
    },
  };
}
