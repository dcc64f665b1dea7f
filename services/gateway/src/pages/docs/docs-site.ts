import { problems } from "@platen/contracts";
import { html, prose, type Html } from "../html.ts";
import type { Page, PageFonts } from "../page.ts";
import type { DescribedApi, DescribedOperation } from "./described-api.ts";
import { errorsPath, framedPage, objectsPath, overviewPath, searchPath, type Frame } from "./docs-frame.ts";
import { exampleCall } from "./example-call.ts";
import type { Schemas } from "./field-list.ts";
import { codesOf, examples, operationSection, schemaSection } from "./operation-section.ts";
import { readGuides, type WrittenGuide } from "./read-guides.ts";
import { objectsName, placesOfSchemas, schemaPath } from "./schema-places.ts";
import { createSearch, type Place } from "./search-docs.ts";
import { guidePath, subjectPath, subjects, type Subject } from "./subjects.ts";

export type DocsSite = {
  /** The pages by their paths. */
  pages: ReadonlyMap<string, Page>;
  /** The page with the places that have the words. */
  search: (query: string) => Page;
  notFound: Page;
};

type Content = Frame & { api: DescribedApi; schemas: Schemas; guides: readonly WrittenGuide[] };

function listed({ operations }: Content, ids: readonly string[]): DescribedOperation[] {
  return ids.map((id) => {
    const operation = operations.get(id);
    if (!operation) throw new Error(`subjects.ts names the operation ${id}, which the contract does not have`);
    return operation;
  });
}

const methodBadge = (method: string): Html => html`<span class="method ${method}">${method.toUpperCase()}</span>`;

/** The ids on the overview are those of the time when the reference was one page, so that old links lead on. */
function overviewPage(content: Content): Page {
  const { api, schemas, operations } = content;
  const generate = operations.get("generateDocument");
  const call = generate && exampleCall(generate);
  const sections = subjects.map(({ name, title, intro, operations: ids }) => {
    const rows = listed(content, ids).map(
      ({ operationId, method, path, summary }) =>
        html`<li id="${operationId}">
          <a href="${subjectPath(name, operationId)}">${summary}</a>
          <span class="call">${methodBadge(method)}<code class="path">${path ?? "to your callbackUrl"}</code></span>
        </li> `,
    );
    return html`<h2><a href="${subjectPath(name)}">${title}</a></h2>
      <p>${intro}</p>
      <ul class="operations">
        ${rows}
      </ul>`;
  });
  const objects = Object.keys(api.components.schemas).map(
    (name) => html`<a id="schema-${name}" href="${schemaPath(schemas.places, name)}">${name}</a> `,
  );
  return framedPage(content, {
    path: overviewPath,
    title: "Overview",
    hasExamples: true,
    content: html`<div id="start">
        ${api.info.description.split(/\n+/).map((line) => html`<p>${prose(line)}</p>`)}
        <p>
          Every answer carries <code>X-Request-Id</code>; send your own to find a request again. Lists are read with
          <code>page</code> from 1 up to <code>pagination.totalPages</code>.
        </p>
        ${call ? examples(call) : undefined}
        <p><a href="${guidePath("first-document")}">A first document, step by step</a></p>
      </div>
      ${sections}
      <h2 id="errors"><a href="${errorsPath}">Errors</a></h2>
      <p>${prose("Branch on `error.code`; messages may change. The page lists every code.")}</p>
      <h2 id="schemas"><a href="${objectsPath}">Objects</a></h2>
      <p class="names">${objects}</p>`,
  });
}

function schemasOn({ api, schemas }: Content, name: string): string[] {
  return Object.keys(api.components.schemas).filter((schema) => schemas.places.get(schema) === name);
}

function subjectPage(content: Content, { name, title, intro, guides, operations: ids }: Subject): Page {
  const { schemas } = content;
  const links = guides.map((guide) => html`<a class="card" href="${guidePath(guide.name)}">${guide.title}</a> `);
  const sections = listed(content, ids).map((operation) => operationSection(schemas, operation));
  const objects = schemasOn(content, name).map((schema) => schemaSection(schemas, schema));
  return framedPage(content, {
    path: subjectPath(name),
    title,
    hasExamples: true,
    content: html`<p class="intro">${intro}</p>
      ${guides.length > 0 ? html`<p class="guides">${links}</p>` : undefined} ${sections} ${objects}`,
  });
}

function guidePage(content: Content, { name, title, html: markup, parts }: WrittenGuide): Page {
  const contents = parts.flatMap(({ id, heading }) =>
    id !== undefined && markup.includes(`<h2 id="${id}">`) ? [html`<li><a href="#${id}">${heading}</a></li> `] : [],
  );
  return framedPage(content, {
    path: guidePath(name),
    title,
    content: html`${
        contents.length > 2
          ? html`<ul class="parts">
              ${contents}
            </ul>`
          : undefined
      }
      <article>${{ html: markup }}</article>`,
  });
}

function errorsPage(content: Content): Page {
  const rows = Object.entries(problems).map(
    ([code, { status, meaning }]) =>
      html`<div id="${code}">
        <dt><b>${status}</b> <code>${code}</code></dt>
        <dd><p>${prose(meaning)}</p></dd>
      </div> `,
  );
  return framedPage(content, {
    path: errorsPath,
    title: "Errors",
    content: html`<p>
        ${prose("Branch on `error.code`; messages may change. `429` means you: slow down. `503` means us: try again after `Retry-After`. `422` means the document: the same request fails again.")}
      </p>
      <dl class="fields">${rows}</dl>`,
  });
}

function objectsPage(content: Content): Page {
  const sections = schemasOn(content, objectsName).map((name) => schemaSection(content.schemas, name));
  return framedPage(content, {
    path: objectsPath,
    title: "Objects",
    content: html`<p class="intro">What operations of several subjects take and return.</p>
      ${sections}`,
  });
}

function searchPage(frame: Frame, query: string, found: readonly Place[]): Page {
  const results = found.map(
    ({ path, title, within, text }) =>
      html`<li>
        <a href="${path}">${title}</a> <span class="soft">${within}</span>
        <p>${text.replaceAll("`", "").slice(0, 160)}${text.length > 160 ? "…" : undefined}</p>
      </li> `,
  );
  return framedPage(frame, {
    path: searchPath,
    title: query === "" ? "Search" : `Search for “${query}”`,
    query,
    content:
      results.length > 0
        ? html`<ol class="found">
            ${results}
          </ol>`
        : html`<p>
            ${query === "" ? "Write what you look for." : "No operation, object, error or guide has these words."}
          </p>`,
  });
}

/** What a search finds: operations first, as they are what most readers look for. */
function placesOf(content: Content): Place[] {
  const { api, schemas, guides } = content;
  const operations = subjects.flatMap(({ name, title: within, operations: ids }) =>
    listed(content, ids).map((operation) => {
      const { operationId, summary, description = "", method, path = "", parameters, requestBody } = operation;
      const fields = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
        Object.keys(schema.properties ?? {}),
      );
      const names = [...parameters.map((parameter) => parameter.name), ...fields].join(" ");
      const codes = codesOf(operation).flatMap(([, some]) => some);
      return {
        path: subjectPath(name, operationId),
        title: summary,
        within,
        text: `${method.toUpperCase()} ${path} ${description} ${names} ${operationId} ${codes.join(" ")}`,
      };
    }),
  );
  const parts = guides.flatMap(({ name, title: within, parts }) =>
    parts.map(({ id, heading, text }) => ({
      path: `${guidePath(name)}${id === undefined ? "" : `#${id}`}`,
      title: heading,
      within: id === undefined ? "Guide" : within,
      text,
    })),
  );
  const objects = Object.entries(api.components.schemas).map(([name, { description = "", properties = {} }]) => ({
    path: schemaPath(schemas.places, name),
    title: name,
    within: "Object",
    text: `${description} ${Object.keys(properties).join(" ")}`,
  }));
  const errors = Object.entries(problems).map(([code, { meaning }]) => ({
    path: `${errorsPath}#${code}`,
    title: code,
    within: "Error",
    text: meaning,
  }));
  return [...operations, ...parts, ...objects, ...errors];
}

/** Writes the pages of the documentation: one for each subject, with guides beside them. */
export function createDocsSite(
  api: DescribedApi,
  operations: ReadonlyMap<string, DescribedOperation>,
  fonts: PageFonts = {},
): DocsSite {
  const schemas = { named: api.components.schemas, places: placesOfSchemas(api, operations) };
  const content = { api, operations, schemas, fonts, guides: readGuides() };
  const search = createSearch(placesOf(content));
  return {
    pages: new Map([
      [overviewPath, overviewPage(content)],
      ...subjects.map((subject) => [subjectPath(subject.name), subjectPage(content, subject)] as const),
      ...content.guides.map((guide) => [guidePath(guide.name), guidePage(content, guide)] as const),
      [errorsPath, errorsPage(content)],
      [objectsPath, objectsPage(content)],
    ]),
    search: (query) => searchPage(content, query, search(query)),
    notFound: framedPage(content, {
      path: "",
      title: "There is no such page",
      content: html`<p>Search for it, or look in the list.</p>`,
    }),
  };
}
