import type { RequestKeepingDays } from "@platen/contracts";
import { Problem } from "@platen/contracts";
import type { DataSource } from "typeorm";
import { lockOfProject } from "../database/quota.ts";
import { queryRows } from "../database/rows.ts";

/** For how many days a project keeps requests, and what of their data it never keeps. */
export type Setting = { days: RequestKeepingDays; redactedPaths: string[] };

const none: Setting = { days: 0, redactedPaths: [] };

/** The setting of each project. Each change has a revision, so that a request is stored under the setting it was made for. */
export function createRequestKeeping(dataSource: DataSource) {
  return {
    async get(projectId: string): Promise<Setting> {
      const [row] = await queryRows<Setting>(
        dataSource.manager,
        `SELECT days, redacted_paths AS "redactedPaths" FROM request_keeping WHERE project_id = $1`,
        [projectId],
      );
      return row ?? none;
    },

    async save(projectId: string, { days, redactedPaths }: Setting): Promise<void> {
      await dataSource.transaction(async (manager) => {
        const [project] = await queryRows(manager, lockOfProject, [projectId]);
        if (!project) throw new Problem("project.not_found");
        await queryRows(
          manager,
          `INSERT INTO request_keeping AS q (project_id, days, redacted_paths) VALUES ($1, $2, $3)
           ON CONFLICT (project_id) DO UPDATE
           SET days = EXCLUDED.days, redacted_paths = EXCLUDED.redacted_paths, revision = q.revision + 1`,
          [projectId, days, redactedPaths],
        );
      });
    },
  };
}

export type RequestKeeping = ReturnType<typeof createRequestKeeping>;
