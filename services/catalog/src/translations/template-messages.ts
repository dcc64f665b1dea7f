import type { PageSettings, TranslationTable } from "@platen/contracts";
import type { Dialect } from "@platen/mustache";
import type { EntityManager } from "typeorm";
import { mustacheParts } from "../templates/mustache-parts.ts";
import type { TemplateChecks } from "../templates/template-checks.ts";
import { pinMessages, type PinnedMessages } from "./pinned-messages.ts";
import { readSharedTexts } from "./translations.ts";

type Source = { html: string; settings: PageSettings; dialect: Dialect; translations: TranslationTable };

export type TemplateMessages = {
  /** The texts that a template may print, as the tables have them now. */
  pin(manager: EntityManager, projectId: string, source: Source): Promise<PinnedMessages>;
};

/** Whether a template may print texts of translations. The catalog reads no texts for other templates. */
function mayUseMessages({ dialect, ...source }: Source): boolean {
  return dialect !== 1 && mustacheParts(source).some(({ text }) => text.includes("@t") || text.includes("|"));
}

/** Collects the texts of translations that templates print. */
export function createTemplateMessages(checks: TemplateChecks): TemplateMessages {
  return {
    async pin(within, projectId, source) {
      if (!mayUseMessages(source)) return { messages: null, locales: null };
      const used = await checks.usedMessages(projectId, source);
      return pinMessages(used, await readSharedTexts(within, projectId), source);
    },
  };
}
