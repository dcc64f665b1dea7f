import { sizeOfTable, type PageSettings, type TranslationTable } from "@platen/contracts";
import type { Dialect } from "@platen/mustache";
import type { EntityManager } from "typeorm";
import { mustacheParts } from "../templates/mustache-parts.ts";
import type { TemplateChecks } from "../templates/template-checks.ts";
import { pinMessages, type PinnedMessages } from "./pinned-messages.ts";
import { readSharedTexts, refuseTexts } from "./translations.ts";

type Source = { html: string; settings: PageSettings; dialect: Dialect; translations: TranslationTable };

export type TemplateMessages = {
  /** Refuses a template with mistakes, texts that no table has among them. Own texts that are new are checked too. */
  refuseMistakes(projectId: string, source: Source, options?: { hasNewTexts?: boolean }): Promise<void>;
  /** The texts that a template may print, as the tables have them now. */
  pin(manager: EntityManager, projectId: string, source: Source): Promise<PinnedMessages>;
};

/** Whether a template may print texts of translations. The catalog reads no texts for other templates. */
function mayUseMessages({ dialect, ...source }: Source): boolean {
  return dialect !== 1 && mustacheParts(source).some(({ text }) => text.includes("@t") || text.includes("|"));
}

/** Checks and collects the texts of translations that templates print. */
export function createTemplateMessages(manager: EntityManager, checks: TemplateChecks): TemplateMessages {
  async function keysFor(projectId: string, source: Source): Promise<string[] | undefined> {
    if (!mayUseMessages(source)) return undefined;
    const { table } = await readSharedTexts(manager, projectId);
    return [...new Set([...sizeOfTable(table).keys, ...sizeOfTable(source.translations).keys])];
  }

  return {
    async refuseMistakes(projectId, source, { hasNewTexts = false } = {}) {
      await checks.refuseMistakes(projectId, { ...source, keys: await keysFor(projectId, source) });
      if (!hasNewTexts) return;
      const mistakes = await checks.mistakesOfTexts(projectId, source.translations);
      const details = mistakes.map(({ path, ...detail }) => ({ path: `translations.${path}`, ...detail }));
      refuseTexts(details, "template.syntax_invalid");
    },

    async pin(within, projectId, source) {
      if (!mayUseMessages(source)) return { messages: null, locales: null };
      const used = await checks.usedMessages(projectId, source);
      return pinMessages(used, await readSharedTexts(within, projectId), source);
    },
  };
}
