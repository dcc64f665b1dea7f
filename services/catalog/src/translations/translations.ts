import {
  changeTable,
  Problem,
  sizeOfTable,
  sortedTexts,
  tableExcess,
  textGroups,
  type ProblemDetail,
  type TableChanges,
  type TableOwner,
  type Texts,
  type TranslationTable,
} from "@platen/contracts";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { DataSource, EntityManager } from "typeorm";
import { lockOfProject } from "../database/quota.ts";
import { queryRows } from "../database/rows.ts";
import type { TemplateChecks } from "../templates/template-checks.ts";
import type { GivenFile } from "./files/translation-file.ts";
import type { SharedTexts } from "./pinned-messages.ts";

type LanguageRow = { locale: string; messages: Texts; updatedAt: Date };

export type ProjectTranslations = {
  defaultLocale: string;
  keyCount: number;
  languages: { locale: string; translatedCount: number; messages: Texts; updatedAt: Date }[];
};

function readRows(manager: EntityManager, projectId: string): Promise<LanguageRow[]> {
  return queryRows<LanguageRow>(
    manager,
    `SELECT locale, messages, updated_at AS "updatedAt" FROM project_translations WHERE project_id = $1 ORDER BY locale`,
    [projectId],
  );
}

/** The language that serves where a project's others lack a text. */
export async function readDefaultLocale(manager: EntityManager, projectId: string): Promise<string> {
  const [project] = await queryRows<{ defaultLocale: string }>(
    manager,
    `SELECT default_locale AS "defaultLocale" FROM projects WHERE project_id = $1`,
    [projectId],
  );
  if (!project) throw new Problem("project.not_found");
  return project.defaultLocale;
}

/** Reads the texts that all templates of a project share. */
export async function readSharedTexts(manager: EntityManager, projectId: string): Promise<SharedTexts> {
  const defaultLocale = await readDefaultLocale(manager, projectId);
  const rows = await readRows(manager, projectId);
  return { defaultLocale, table: Object.fromEntries(rows.map(({ locale, messages }) => [locale, messages])) };
}

/** Throws for texts that are not ICU messages, or a file without a table. */
export function refuseTexts(
  details: readonly ProblemDetail[],
  code: "translation.invalid" | "template.syntax_invalid",
) {
  const [first] = details;
  if (!first) return;
  const place =
    first.line === undefined
      ? ""
      : `, line ${first.line}${first.column === undefined ? "" : `, column ${first.column}`}`;
  throw new Problem(code, { message: `${first.path}${place}: ${first.message}`, details: [...details] });
}

/** A table after the import of another one. With `replace`, the languages of the file get its texts alone. */
export function merged(table: TranslationTable, file: TranslationTable, mode: "merge" | "replace"): TranslationTable {
  const cleared =
    mode === "merge" ? table : changeTable(table, Object.fromEntries(Object.keys(file).map((one) => [one, null])));
  return changeTable(cleared, file);
}

/**
 * Throws for a table that is too large, or that has a text and a group of one name. Other requests have their turns between
 * the languages.
 */
export async function refuseTable(table: TranslationTable, owner: TableOwner): Promise<void> {
  await nextTurn();
  const excess = tableExcess(table, owner);
  if (excess !== undefined)
    throw new Problem("quota.reached", { message: `The translations of a ${owner} ${excess}.` });
  for (const [language, texts] of Object.entries(table)) {
    await nextTurn();
    const details = textGroups(texts).map((key) => ({
      path: `${language}.${key}`,
      message: "must not be both a text and a group of texts",
    }));
    refuseTexts(details.slice(0, 50), "translation.invalid");
  }
}

/** The texts that the templates of a project share. */
export function createTranslations(dataSource: DataSource, checks: TemplateChecks) {
  async function get(projectId: string, manager = dataSource.manager): Promise<ProjectTranslations> {
    const rows = await readRows(manager, projectId);
    const table = Object.fromEntries(rows.map(({ locale, messages }) => [locale, messages]));
    const keyCount = sizeOfTable(table).keys.size;
    const languages: ProjectTranslations["languages"] = [];
    for (const { locale, messages, updatedAt } of rows) {
      await nextTurn();
      const texts = sortedTexts(Object.entries(messages));
      languages.push({ locale, translatedCount: Object.keys(messages).length, messages: texts, updatedAt });
    }
    return { defaultLocale: await readDefaultLocale(manager, projectId), keyCount, languages };
  }

  /** Changes languages of a project, one caller after the other. */
  function store(
    projectId: string,
    defaultLocale: string | undefined,
    change: (table: TranslationTable) => TranslationTable,
  ): Promise<ProjectTranslations> {
    return dataSource.transaction(async (manager) => {
      await queryRows(manager, lockOfProject, [projectId]);
      const { table } = await readSharedTexts(manager, projectId);
      await nextTurn();
      const next = change(table);
      await refuseTable(next, "project");
      if (defaultLocale !== undefined) {
        await queryRows(manager, "UPDATE projects SET default_locale = $2 WHERE project_id = $1", [
          projectId,
          defaultLocale,
        ]);
      }
      const removed = Object.keys(table).filter((language) => !Object.hasOwn(next, language));
      await queryRows(manager, "DELETE FROM project_translations WHERE project_id = $1 AND locale = ANY ($2)", [
        projectId,
        removed,
      ]);
      for (const [language, texts] of Object.entries(next)) {
        if (texts === table[language]) continue;
        await queryRows(
          manager,
          `INSERT INTO project_translations (project_id, locale, messages) VALUES ($1, $2, $3)
           ON CONFLICT (project_id, locale) DO UPDATE SET messages = excluded.messages, updated_at = now()`,
          [projectId, language, JSON.stringify(texts)],
        );
      }
      return get(projectId, manager);
    });
  }

  /** Reads a file in a process with limits. Throws for a file, or texts in it, that no table can have. */
  async function readFile(projectId: string, file: GivenFile): Promise<TranslationTable> {
    const { table, mistakes } = await checks.readFile(projectId, file);
    refuseTexts(mistakes, "translation.invalid");
    return table;
  }

  return {
    get: (projectId: string) => get(projectId),
    readFile,

    async change(
      projectId: string,
      { defaultLocale, changes = {} }: { defaultLocale?: string | undefined; changes?: TableChanges | undefined },
    ): Promise<ProjectTranslations> {
      refuseTexts(await checks.mistakesOfTexts(projectId, changeTable({}, changes)), "translation.invalid");
      return store(projectId, defaultLocale, (table) => changeTable(table, changes));
    },

    async import(
      projectId: string,
      { mode = "merge", ...file }: GivenFile & { mode?: "merge" | "replace" | undefined },
    ): Promise<ProjectTranslations> {
      const imported = await readFile(projectId, file);
      return store(projectId, undefined, (table) => merged(table, imported, mode));
    },
  };
}

export type Translations = ReturnType<typeof createTranslations>;
