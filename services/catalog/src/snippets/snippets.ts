import { createId, Problem } from "@platen/contracts";
import type { DataSource, EntityManager } from "typeorm";
import { isUniqueViolation } from "../database/database-error.ts";
import { lockOfProject, refuseMoreThan } from "../database/quota.ts";
import { queryRows } from "../database/rows.ts";
import { containing } from "../pagination/like-pattern.ts";
import type { PageRequest } from "../pagination/page-plan.ts";
import { readPage, type Page } from "../pagination/read-page.ts";
import { findAuthor, savedMeanwhile } from "../templates/author.ts";
import type { Author } from "../accounts/author.ts";
import type { TemplateChecks } from "../templates/template-checks.ts";
import { refuseMistakes } from "../templates/refuse-mistakes.ts";
import { holdSnippets, readLibrary } from "./read-library.ts";
import { findSnippet, snippets, type SnippetRef, type SnippetRow } from "./snippet-row.ts";
import { countTemplates, findUses, refuseInUse } from "./snippet-uses.ts";

export type SnippetQuery = PageRequest & {
  sort: `${"name" | "updatedAt"}:${"asc" | "desc"}`;
  search?: string | undefined;
};

export type AuthoredSnippet = Omit<SnippetRow, "savedBy"> & { savedBy: Author | null };

/** A snippet in a list. */
export type ListedSnippet = Pick<AuthoredSnippet, "snippetId" | "name" | "revision" | "updatedAt" | "savedBy"> & {
  templateCount: number;
};

/** A snippet to create, with the names of the snippets that it uses. */
export type NewSnippet = Pick<SnippetRow, "name" | "html" | "css" | "uses">;

export type Snippets = ReturnType<typeof createSnippets>;

const maxSnippets = 500;

async function readSnippet(manager: EntityManager, ref: SnippetRef): Promise<AuthoredSnippet> {
  const row = await findSnippet(manager, ref);
  return { ...row, savedBy: await findAuthor(manager, row.savedBy) };
}

async function namedOnce<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error, "snippets_name_unique")) throw error;
    const details = [{ path: "name", message: "is already the name of another snippet" }];
    throw new Problem("snippet.name_taken", { details, cause: error });
  }
}

/** Creates a snippet whose text has been checked. Locks the row of the project. */
async function insertSnippet(
  manager: EntityManager,
  projectId: string,
  { savedBy, ...snippet }: NewSnippet & { savedBy: string | null },
): Promise<SnippetRef> {
  const ref = { projectId, snippetId: createId("snippet") };
  await refuseMoreThan(manager, maxSnippets, {
    lock: lockOfProject,
    from: "snippets WHERE project_id = $1",
    id: projectId,
    message: `The project has ${maxSnippets} snippets, the maximum. Delete one, or use another project.`,
  });
  await holdSnippets(manager, projectId, snippet.uses);
  await manager.getRepository(snippets).insert({ ...ref, ...snippet, savedBy });
  return ref;
}

/** The snippets of projects. */
export function createSnippets(dataSource: DataSource, checks: TemplateChecks) {
  /** Throws for HTML with a mistake, in it or where it meets the snippets that it uses. Returns their names. */
  async function checkedUses(projectId: string, ownName: string, html: string): Promise<string[]> {
    const source = { html, settings: {} };
    const names = await checks.snippetNames(projectId, source);
    const { manager } = dataSource;
    const library = names.length > 0 ? await readLibrary(manager, projectId, names) : undefined;
    const { mistakes } = await checks.compose(projectId, {
      ...source,
      // The templates that use it tell the currency, and have texts of their own.
      settings: { currency: "XXX" },
      ...(library && { library }),
      ownName,
    });
    refuseMistakes(mistakes);
    return names;
  }

  return {
    async list(projectId: string, query: SnippetQuery): Promise<Page<ListedSnippet>> {
      const where = ["s.project_id = $1"];
      const parameters: unknown[] = [projectId];
      if (query.search !== undefined) {
        parameters.push(containing(query.search.toLowerCase()));
        where.push(`s.name LIKE $${parameters.length}`);
      }
      const { rows, pagination } = await readPage<Omit<ListedSnippet, "templateCount">, "name" | "updatedAt">(
        dataSource,
        {
          columns: `s.snippet_id AS "snippetId", s.name, s.revision, s.updated_at AS "updatedAt",
            CASE WHEN a.account_id IS NOT NULL
              THEN json_build_object('accountId', a.account_id, 'email', a.email) END AS "savedBy"`,
          from: "snippets AS s LEFT JOIN accounts AS a ON a.account_id = s.saved_by",
          where,
          parameters,
          id: "s.snippet_id",
          sorts: { name: "s.name", updatedAt: "s.updated_at" },
        },
        query,
      );
      const countOf = await countTemplates(dataSource.manager, projectId, rows);
      return { rows: rows.map((row) => ({ ...row, templateCount: countOf.get(row.name) ?? 0 })), pagination };
    },

    get(ref: SnippetRef): Promise<AuthoredSnippet> {
      return readSnippet(dataSource.manager, ref);
    },

    async create(
      projectId: string,
      { name, html, css = "" }: { name: string; html: string; css?: string | undefined },
      author: Author | null,
    ): Promise<AuthoredSnippet> {
      const savedBy = author?.accountId ?? null;
      const uses = await checkedUses(projectId, name, html);
      return namedOnce(() =>
        dataSource.transaction(async (manager) =>
          readSnippet(manager, await insertSnippet(manager, projectId, { name, html, css, uses, savedBy })),
        ),
      );
    },

    /** Creates the snippets whose names the project lacks. Returns the names that it has for other texts. */
    async addMissing(
      manager: EntityManager,
      projectId: string,
      { snippets: given, savedBy }: { snippets: readonly NewSnippet[]; savedBy: string | null },
    ): Promise<string[]> {
      await queryRows(manager, lockOfProject, [projectId]);
      const kept: string[] = [];
      for (const snippet of given) {
        const old = await manager.getRepository(snippets).findOneBy({ projectId, name: snippet.name });
        if (!old) await insertSnippet(manager, projectId, { ...snippet, savedBy });
        else if (old.html !== snippet.html || old.css !== snippet.css) kept.push(snippet.name);
      }
      return kept;
    },

    async save(
      ref: SnippetRef,
      given: { name?: string | undefined; html: string; css: string; revision: number },
      author: Author | null,
    ): Promise<AuthoredSnippet> {
      const savedBy = author?.accountId ?? null;
      const before = await findSnippet(dataSource.manager, ref);
      const { name = before.name, html, css, revision } = given;
      const uses = await checkedUses(ref.projectId, name, html);
      return namedOnce(() =>
        dataSource.transaction(async (manager) => {
          await queryRows(manager, lockOfProject, [ref.projectId]);
          const row = await findSnippet(manager, ref, { lock: true });
          if (row.revision !== revision) {
            const other = await findAuthor(manager, row.savedBy);
            throw new Problem("snippet.edit_conflict", {
              message: savedMeanwhile("snippet", other),
              details: [{ path: "revision", message: `must be ${row.revision}, the snippet's current revision` }],
            });
          }
          if (name !== row.name) await refuseInUse(manager, ref.projectId, row.name, "renamed");
          await holdSnippets(manager, ref.projectId, uses);
          await manager
            .createQueryBuilder()
            .update(snippets)
            .set({ name, html, css, uses, savedBy, revision: () => "revision + 1", updatedAt: () => "now()" })
            .where("snippetId = :snippetId AND projectId = :projectId", ref)
            .execute();
          return readSnippet(manager, ref);
        }),
      );
    },

    remove(ref: SnippetRef): Promise<void> {
      return dataSource.transaction(async (manager) => {
        await queryRows(manager, lockOfProject, [ref.projectId]);
        const { name } = await findSnippet(manager, ref, { lock: true });
        await refuseInUse(manager, ref.projectId, name, "deleted");
        await queryRows(manager, "DELETE FROM snippets WHERE snippet_id = $1 AND project_id = $2", [
          ref.snippetId,
          ref.projectId,
        ]);
      });
    },

    uses: (ref: SnippetRef) => findUses(dataSource.manager, ref),
  };
}
