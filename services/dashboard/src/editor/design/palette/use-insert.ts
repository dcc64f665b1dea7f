import { useEditor } from "../../editor-context.ts";
import { useDesign } from "../design-context.ts";
import type { DataPath } from "../source/data-paths.ts";
import type { Edit } from "../source/edit.ts";
import { insert } from "../source/move.ts";
import type { TemplateNode } from "../source/nodes.ts";
import { headerOrFooter, palette, tableFor, variableFor } from "../source/palette.ts";
import type { Place } from "../source/slot.ts";
import { nameAt, scopeAt } from "../source/scope.ts";

/** What is inserted while one of these is selected goes into it. */
const holders = new Set(["td", "th", "li", "dd", "dt", "figure", "blockquote"]);

const inline = new Set("a abbr b br code em i kbd mark q s small span strong sub sup u".split(" "));

/** Places for something new, the nearest to what is selected first; the end of the document last. */
function* placesFrom(selected: TemplateNode | undefined): Generator<Place> {
  for (let node = selected; node; node = node.parent) {
    if (node.kind === "element" && holders.has(node.name)) yield { where: "last", node };
    // A block does not stand between words.
    const isInline = node.kind === "variable" || (node.kind === "element" && inline.has(node.name));
    if (!isInline) yield { where: "after", node };
  }
  yield { where: "last", node: undefined };
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

const pictureStyle = "display: block; max-width: 100%; width: 50mm";

/** Puts new pieces into the document: after what is selected, or where the first place for them is outwards from it. */
export function useInsert() {
  const { source, change } = useEditor();
  const { template, data, selected, textEditing, apply, select, announce } = useDesign();

  /** Of pieces that depend on where they go, `markupAt` makes what is right there. */
  function put(what: string, markupAt: (place: Place) => string | undefined): void {
    for (const place of placesFrom(selected)) {
      const markup = markupAt(place);
      const edit: Edit | undefined = markup === undefined ? undefined : insert(template, place, markup);
      if (!edit) continue;
      apply(edit);
      announce(`${what} inserted`);
      return;
    }
    announce(`There is no place for it: ${what.toLowerCase()} not inserted`);
  }

  function setStrip(part: "header" | "footer", html: string, side: "top" | "bottom"): void {
    const { settings } = source;
    const margin = settings.margin ?? {};
    change({
      settings: {
        ...settings,
        [part]: settings[part] ?? html,
        // Without a margin there would be no place for it.
        margin: { ...margin, [side]: margin[side] ?? "20mm" },
      },
    });
    select(undefined);
    announce(`Page ${part} is on; its text is among the page's properties`);
  }

  return {
    heading: () => put("Heading", palette.heading),
    text: () => put("Text", palette.text),
    divider: () => put("Divider", palette.divider),
    pageBreak: () => put("Page break", palette.pageBreak),
    columns: (count: number) => put("Columns", () => palette.columns(count)),
    table: ({ path }: DataPath) => put("Table", (place) => tableFor(template, place, data, path)),
    /** Where the caret is while text is edited, else as a paragraph of its own. */
    variable: ({ path }: DataPath): void => {
      const found = textEditing && selected ? nameAt(data, scopeAt(selected), path) : undefined;
      if (found?.sections.length === 0) {
        textEditing?.insertVariable(found.name);
        return;
      }
      textEditing?.end(true);
      put("Variable", (place) => {
        const markup = variableFor(template, place, data, path);
        return markup === undefined ? undefined : `<p>${markup}</p>`;
      });
    },
    picture: (picture: { source: string; alt: string } | { path: DataPath; alt: string }): void => {
      put("Picture", (place) => {
        const address = "source" in picture ? picture.source : variableFor(template, place, data, picture.path.path);
        if (address === undefined) return undefined;
        return `<img src="${address}" alt="${escapeAttribute(picture.alt)}" style="${pictureStyle}" />`;
      });
    },
    header: () => setStrip("header", headerOrFooter("title", "nothing", "nothing"), "top"),
    footer: () => setStrip("footer", headerOrFooter("nothing", "nothing", "page of pages"), "bottom"),
  };
}
