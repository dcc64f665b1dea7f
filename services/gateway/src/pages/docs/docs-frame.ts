import { html, type Html } from "../html.ts";
import { mark } from "../mark.ts";
import { page, type Page, type PageFonts } from "../page.ts";
import { docsStyle } from "./docs-style.ts";
import type { DescribedOperation } from "./described-api.ts";
import { objectsName } from "./schema-places.ts";
import { longestQuery } from "./search-docs.ts";
import { firstGuides, guidePath, subjectPath, subjects, type Guide } from "./subjects.ts";

/** What each page of the documentation has around its content. */
export type Frame = { fonts: PageFonts; operations: ReadonlyMap<string, DescribedOperation> };

type Framed = {
  path: string;
  title: string;
  content: Html;
  /** Whether the page has examples, whose language the reader chooses. */
  hasExamples?: boolean;
  /** The words of a search. */
  query?: string;
};

export const overviewPath = "/docs";
export const searchPath = "/docs/search";
export const errorsPath = "/docs/errors";
export const objectsPath = `/docs/${objectsName}`;

/** The pages in the order of the list, which is that of reading. */
const pagesInOrder: readonly { path: string; title: string }[] = [
  { path: overviewPath, title: "Overview" },
  ...firstGuides.map(({ name, title }) => ({ path: guidePath(name), title })),
  ...subjects.flatMap(({ name, title, guides }) => [
    { path: subjectPath(name), title },
    ...guides.map((guide) => ({ path: guidePath(guide.name), title: guide.title })),
  ]),
  { path: errorsPath, title: "Errors" },
  { path: objectsPath, title: "Objects" },
];

function placeLink(current: string, path: string, title: string, kind = ""): Html {
  return path === current
    ? html`<li class="${kind}"><a href="${path}" aria-current="page">${title}</a></li>`
    : html`<li class="${kind}"><a href="${path}">${title}</a></li>`;
}

const guideLinks = (current: string, guides: readonly Guide[]): Html[] =>
  guides.map(({ name, title }) => placeLink(current, guidePath(name), title, "guide"));

function languageChoice(): Html {
  return html`<fieldset>
    <legend>Examples in</legend>
    <label><input type="radio" name="language" id="curl" checked /> curl</label>
    <label><input type="radio" name="language" id="typescript" /> TypeScript</label>
    <label><input type="radio" name="language" id="python" /> Python</label>
  </fieldset>`;
}

/** The list of places. The subject of the page is open, and shows its operations. */
function placeList({ operations }: Frame, current: string): Html {
  const subjectLinks = subjects.map(({ name, title, guides, operations: ids }) => {
    const path = subjectPath(name);
    const isOpen = current === path || guides.some((guide) => guidePath(guide.name) === current);
    const inner = ids.map((id) => placeLink(current, subjectPath(name, id), operations.get(id)?.summary ?? id));
    return html`${placeLink(current, path, title, "subject")}${isOpen ? html`${guideLinks(current, guides)}${inner}` : undefined}`;
  });
  return html`<h2>Start</h2>
    <ul>
      ${placeLink(current, overviewPath, "Overview", "subject")}${guideLinks(current, firstGuides)}
    </ul>
    <h2>Operations</h2>
    <ul>
      ${subjectLinks}
    </ul>
    <h2>Look up</h2>
    <ul>
      ${placeLink(current, errorsPath, "Errors", "subject")} ${placeLink(current, objectsPath, "Objects", "subject")}
      ${placeLink(current, "/api/v1/openapi.json", "OpenAPI document", "subject")}
      ${placeLink(current, "/api/v1/openapi-sdk.json", "OpenAPI for generators", "subject")}
    </ul>`;
}

function neighbours(current: string): Html | undefined {
  const at = pagesInOrder.findIndex(({ path }) => path === current);
  if (at === -1) return undefined;
  const [before, after] = [pagesInOrder[at - 1], pagesInOrder[at + 1]];
  return html`<footer>
    ${before ? html`<a href="${before.path}" rel="prev">← ${before.title}</a>` : html`<span></span>`}
    ${after ? html`<a href="${after.path}" rel="next">${after.title} →</a>` : undefined}
  </footer>`;
}

/** Writes a page of the documentation: the list of places beside the content. */
export function framedPage(frame: Frame, { path, title, content, hasExamples = false, query = "" }: Framed): Page {
  return page(
    title === "Overview" ? "Platen API" : `${title} · Platen API`,
    html`<div class="layout">
      <nav aria-label="Documentation">
        <a class="home" href="/dashboard">${mark}Platen</a>
        <form role="search" action="${searchPath}">
          <input
            type="search"
            name="q"
            value="${query}"
            maxlength="${longestQuery}"
            aria-label="Search operations and guides"
            placeholder="Search"
          />
        </form>
        ${hasExamples ? languageChoice() : undefined}
        <label class="contents"><input type="checkbox" id="contents" /> Contents</label>
        <div class="places">${placeList(frame, path)}</div>
      </nav>
      <main>
        <h1>${title === "Overview" ? "Platen API" : title}</h1>
        ${content} ${neighbours(path)}
      </main>
    </div>`,
    { fonts: frame.fonts, style: docsStyle, sendsForms: true },
  );
}
