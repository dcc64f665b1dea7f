import {
  allOwn,
  fillLayout,
  type FilledLayout,
  type Ownership,
  ownershipIn,
  readTemplate,
  type Template,
} from "@platen/template-source";
import type { SnippetText } from "@platen/library";
import { composeTexts, type Composed } from "../../library/snippets/snippet-texts.ts";
import type { TemplateSource } from "../template-source.ts";

/** The template as the Design view shows it. */
export type DesignDocument = {
  source: TemplateSource;
  snippets: readonly SnippetText[];
  template: Template;
  /** The texts with the snippets in their places. */
  composed: Composed;
  /** The layout whose blocks the template fills; undefined while it loads, and for a template without one. */
  filledLayout: FilledLayout | undefined;
  /** Tells the template's own nodes from those of the layout that it fills. */
  ownership: Ownership;
};

export type ReadTemplate = (html: string) => Template;

/** Caches the last templates, because an edit is parsed when it is applied and again when it is shown. */
export function createReader(): ReadTemplate {
  let recent: readonly Template[] = [];
  return (html) => {
    const template = recent.find((known) => known.html === html) ?? readTemplate(html);
    recent = [template, ...recent.filter((known) => known !== template)].slice(0, 3);
    return template;
  };
}

type Inputs = Pick<DesignDocument, "source" | "snippets">;

function textsOf({ snippets, source: { html, css, settings } }: Inputs) {
  return [snippets, html, css, settings.header, settings.footer];
}

/** The document of a source. The parts that stay the same as in the document before are the same objects. */
export function documentOf(inputs: Inputs, before: DesignDocument | undefined, read: ReadTemplate): DesignDocument {
  const texts = textsOf(inputs);
  if (before && textsOf(before).every((text, index) => text === texts[index])) return { ...before, ...inputs };
  const { html } = inputs.source;
  const composed = composeTexts(inputs.source, inputs.snippets);
  const { usesLayout, used } = composed;
  const isSameLayout = before?.source.html === html && before.composed.used === used;
  // The layout stays while only styles and settings change.
  if (isSameLayout) return { ...before, ...inputs, composed };
  const filledLayout = usesLayout && used.length > 0 ? fillLayout(html, used) : undefined;
  const template = read(usesLayout ? (filledLayout?.composed.text ?? "") : html);
  return { ...inputs, composed, filledLayout, template, ownership: filledLayout ? ownershipIn(filledLayout) : allOwn };
}
