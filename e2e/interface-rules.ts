/**
 * The rules of docs/interface-specification.md, word for word, by their section. `interface-rules.test.ts` compares
 * them with the document; `interface-spec.test.ts` fails for a rule without a test.
 */
export const rulesBySection = {
  "What the service does": [
    "The service generates PDF documents from templates.",
    "Templates are grouped in projects.",
    "A client application, server or CI pipeline calls the generation endpoint with an API key, names a template and supplies data for it, and receives a generated PDF.",
    "Each API key is bound to exactly one project.",
    "A key can generate only from templates of its own project, and cannot reach templates of other projects.",
    "Keys are created and managed in a dashboard, in the API Keys tab of a project.",
    "Previews of documents are made in a visual editor in the same dashboard (the editor is not part of the HTTP interface).",
    "List endpoints return results in pages (see Endpoints).",
  ],
  "API key": [
    "A descriptive label chosen at creation; can be renamed later.",
    "string, sent as a bearer token",
    "Displayed in full only once, at creation.",
    "Afterwards only the last 4 characters are displayed.",
    "Cannot be recovered; a lost key is replaced by creating a new one.",
    "Fixed scope of the key.",
  ],
  Template: ["Identifier passed to generation.", "Belongs to one project.", "Can be used as a sort field."],
  Project: ["A container of templates and API keys."],
  "Response envelope": [
    "Is true on a successful response.",
    "For a template list it holds `templates` (array) and `pagination` (object).",
  ],
  "Pagination object": [
    "Current page number (1-indexed).",
    "Items per page.",
    "Total number of items across all pages.",
    "Total number of pages.",
  ],
  "States and transitions": [
    "API key states: active, revoked.",
    "Permanent and immediate.",
    "Every application that uses the key stops working.",
    "Only the name changes.",
    "Only active keys are listed in the key list.",
    "Creation of a key leads to the active state.",
  ],
  "Generate a document": [
    "Method and path: `POST /api/v1/generate`",
    "Headers: `Authorization: Bearer <API_KEY>`; `Content-Type: application/json`.",
    "Template to render; must belong to the project of the key.",
    "Values for the template; keys and values are template-specific.",
  ],
  "List templates": [
    "Method and path: `GET /api/v1/templates`",
    "Header: `Authorization: Bearer <API_KEY>`.",
    "Page number, 1-indexed.",
    "Items per page, 1 to 100.",
    "Format `<field>:<direction>`, direction is `asc` or `desc`.",
    "`updatedAt` is a usable field.",
    "Only some list endpoints support sorting.",
    "Response: envelope with `success` and `data`; `data.templates` is an array of templates for the requested page; `data.pagination` is the pagination object with `page`, `pageSize`, `total`, `totalPages`.",
    "Without parameters, a page of 20 items (page 1) is returned.",
    "To read all items, a client requests pages from 1 up to `totalPages`.",
    "Narrowing results by filtering and search parameters before paging is recommended over fetching all pages.",
  ],
  "Other list endpoints": ["Projects and other collections are described as paginated with the same parameters."],
  "Key management": ["Creating, renaming, listing and revoking API keys is done in the dashboard."],
  "Cursor pagination": ["Only page-number pagination is defined."],
  Authentication: [
    "Every API request carries the header `Authorization: Bearer <API_KEY>`.",
    "An API key belongs to one project and authorizes only operations on that project's templates.",
    "A key is created in the dashboard, shown once, and can be revoked permanently.",
    "A revoked key no longer works.",
    "Several keys can exist per project (for example one per environment); each is independent.",
  ],
  Errors: ["A successful response carries `success` set to true."],
  Limits: [
    "Default page size | 20 | List endpoints",
    "Allowed page size | 1 to 100 | `pageSize` parameter",
    "Lowest page number | 1 | `page` parameter",
  ],
  Versioning: ["The API version is part of the path: all shown endpoints live under `/api/v1/`."],
} as const;

type Sections = typeof rulesBySection;

/** A rule of the specification. */
export type Rule = { [Section in keyof Sections]: Sections[Section][number] }[keyof Sections];

/** All rules, in the order of the specification. */
export const rules: readonly Rule[] = Object.values(rulesBySection).flat();
