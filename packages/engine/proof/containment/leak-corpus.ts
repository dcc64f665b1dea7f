import type { PageSettings } from "@platen/contracts";
import { elementVectors } from "./leak-vectors/elements.ts";
import { headerAndFooterVectors } from "./leak-vectors/headers-and-footers.ts";
import { linkVectors } from "./leak-vectors/links.ts";
import { scriptVectors } from "./leak-vectors/scripts.ts";
import { styledBody, styleVectors } from "./leak-vectors/styles.ts";
import { svgDocumentVectors, svgVectors } from "./leak-vectors/svg.ts";

/** A document that tries to reach a listener, with placeholders for the listener's address. */
export type LeakVector = { name: string; html: string; settings: PageSettings };

/** Every known way in which a document can cause a connection, a datagram or a DNS query. */
export const leakCorpus: readonly LeakVector[] = [
  ...vectors("element", elementVectors, (content) => ({ html: `<p>text</p>${content}` })),
  ...vectors("link", linkVectors, (content) => ({ html: `${content}<p>text</p>` })),
  ...vectors("style", styleVectors, (content) => ({ html: `<style>${content}</style>${styledBody}` })),
  ...vectors("style attribute", attributesOf(styleVectors), (content) => ({
    html: `<p style="${content.replaceAll('"', "&quot;")}">text</p>`,
  })),
  ...vectors("svg", svgVectors, (content) => ({
    html: `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${content}</svg>`,
  })),
  ...vectors("svg document", svgDocumentVectors, (content) => ({ html: content })),
  ...vectors("header and footer", headerAndFooterVectors, (content) => ({
    html: "<p>text</p>",
    settings: { margin: { top: "30mm", bottom: "30mm" }, header: content, footer: content },
  })),
  ...vectors("script", scriptVectors, (content) => ({
    // The document is printed after a moment, even if it waits for an answer.
    html: `<p>text</p><script>
      (async () => {${content}})().catch(() => {});
      window.platenReady = new Promise((done) => setTimeout(done, 120));
    </script>`,
  })),
];

function vectors(
  kind: string,
  contents: Record<string, string>,
  toDocument: (content: string) => { html: string; settings?: PageSettings },
): LeakVector[] {
  return Object.entries(contents).map(([name, content]) => ({
    name: `${kind}: ${name}`,
    settings: {},
    ...toDocument(content),
  }));
}

/** The declarations of rules for a paragraph alone, which a style attribute can have too. */
function attributesOf(styles: Record<string, string>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, style] of Object.entries(styles)) {
    const declarations = /^p \{ (.*) \}$/.exec(style)?.[1];
    if (declarations !== undefined) found[name] = declarations;
  }
  return found;
}
