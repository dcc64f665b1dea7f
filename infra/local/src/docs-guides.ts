import { documentHtml } from "@platen/dashboard/document-html";
import { guideFile, guidePath, guides } from "@platen/gateway/docs-subjects";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const folder = "services/gateway/src/pages/docs";

/** Documents of `docs/` that the gateway serves elsewhere than among the guides. */
const servedElsewhere: Readonly<Record<string, string>> = {
  "errors.md": "/docs/errors",
  "openapi.json": "/api/v1/openapi.json",
  "openapi-sdk.json": "/api/v1/openapi-sdk.json",
  ...Object.fromEntries(
    ["design", "templates", "formats", "calculated-fields", "snippets", "assets", "import"].map((name) => [
      `${name}.md`,
      `/dashboard/guide/${name}`,
    ]),
  ),
};

/** The address of a link. Documents that no gateway serves have none: they are for those who run Platen. */
function addressOf(href: string): string | undefined {
  if (/^(https?:|#)/.test(href)) return href;
  const [, file = "", anchor = ""] = /^([^#]*)(#.*)?$/.exec(href) ?? [];
  const guide = guides.find(({ name }) => file === `${name}.md`);
  const path = guide ? guidePath(guide.name) : servedElsewhere[file];
  return path === undefined ? undefined : `${path}${anchor}`;
}

/** The guides of the gateway's reference as HTML, by their paths. `fresh` documents are not read but given. */
export function docsGuides(root: string, fresh: Readonly<Record<string, string>>): Record<string, string> {
  const written = guides.map(({ name }) => {
    const markdown = fresh[name] ?? readFileSync(join(root, `docs/${name}.md`), "utf8");
    const html = documentHtml(markdown, (href, text) => {
      const titled = guides.find((guide) => text === `${guide.name}.md`);
      return { address: addressOf(href), words: titled ? `“${titled.title}”` : undefined };
    });
    return [`${folder}/${guideFile(name)}`, html] as const;
  });
  return Object.fromEntries(written);
}
