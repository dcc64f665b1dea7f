import type { operations, ResponseOutput } from "@platen/contracts";
import type { TemplateSource } from "../template-source.ts";

export type Draft = ResponseOutput<typeof operations.getDraft.member>;

/** A source as the server has it, with the draft's revision. */
export type SavedDraft = { source: TemplateSource; revision: number };

export function savedDraftOf({ html, css, settings, dataSets, translations, revision }: Draft): SavedDraft {
  return { source: { html, css, settings, dataSets, ...(translations ? { translations } : {}) }, revision };
}
