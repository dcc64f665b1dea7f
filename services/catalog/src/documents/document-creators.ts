import { isProblem, operations, Problem } from "@platen/contracts";
import type {
  DocumentCreation,
  DocumentRequest,
  InlineDocumentCreation,
  InlineDocumentRequest,
  RefusedCreation,
} from "@platen/contracts/internal";
import type { DataSource } from "typeorm";
import type { KeyUsage } from "../api-keys/key-usage.ts";
import { hasScope, neededScopes, scopeMissing } from "../auth/key-scopes.ts";
import type { ByteLimits, RefuseReached } from "../database/byte-limits.ts";
import { prepare } from "../database/rows.ts";
import { keepingColumns, keepingOf, type KeepingColumns } from "../kept-requests/keeping-of.ts";
import {
  chooseVersion,
  chosenVersionColumns,
  hasVersion,
  languagesOf,
  lookedUp,
  versionOf,
  type ChosenVersion,
} from "./choose-version.ts";
import { noTemplateId } from "./document-row.ts";
import { insertDocuments } from "./insert-document.ts";
import { chooseTime, chosenTimeColumns, mayKeep, problemOfTime, type ChosenTime } from "./kept-time.ts";

/** What a statement gets of each request: the columns of the part named `a`. */
type Asked<Request> = Record<string, { type: "text" | "integer" | "boolean"; of: (request: Request) => unknown }>;

const ofEach: Asked<InlineDocumentRequest> = {
  document_id: { type: "text", of: ({ documentId }) => documentId },
  value_hash: { type: "text", of: ({ keyHash }) => keyHash },
  request_id: { type: "text", of: ({ requestId }) => requestId },
  filename: { type: "text", of: ({ filename }) => filename ?? null },
  is_check: { type: "boolean", of: ({ check }) => check !== undefined },
  is_kept: { type: "boolean", of: ({ keep }) => keep !== undefined },
  named_seconds: { type: "integer", of: ({ keep }) => keep?.keepSeconds ?? null },
  most_seconds: { type: "integer", of: ({ keep }) => keep?.mostKeepSeconds ?? null },
};

const ofTemplates: Asked<DocumentRequest> = {
  ...ofEach,
  template_id: { type: "text", of: ({ templateId }) => lookedUp(templateId) },
  version: { type: "integer", of: ({ version }) => version ?? null },
  languages: { type: "text", of: ({ locale }) => languagesOf(locale) },
};

/** The requests with their keys, which are good. A request has the position of its place in the call, from 1. */
function withKeys<Request>(asked: Asked<Request>): string {
  const arrays = Object.values(asked).map(({ type }, index) => `$${index + 1}::${type}[]`);
  return `unnest(${arrays.join(", ")}) WITH ORDINALITY AS a (${Object.keys(asked).join(", ")}, position)
    JOIN api_keys AS k ON k.value_hash = a.value_hash AND k.revoked_at IS NULL`;
}

const needed = neededScopes(operations.generateDocument);
const keyColumns = `a.position, a.document_id, a.filename, a.request_id, a.is_check, k.key_id, k.project_id,
  ${hasScope(needed)} AS may_make`;
const chosenKeyColumns = `c.position::integer, c.key_id AS "keyId", c.project_id AS "projectId", c.may_make AS "mayMake"`;
const withKeeping = "chosen AS c LEFT JOIN request_keeping AS q ON q.project_id = c.project_id AND q.days > 0";

const asked = { named: "a.named_seconds", most: "a.most_seconds" };
const fromRequest = {
  document_id: "c.document_id",
  project_id: "c.project_id",
  key_id: "c.key_id",
  filename: "c.filename",
  request_id: "c.request_id",
};

const version = chooseVersion({
  projectId: "k.project_id",
  templateId: "a.template_id",
  version: "a.version",
  languages: "a.languages",
});

/**
 * One statement for any number of documents: it finds each key's project, the template in that project and no other,
 * and its version, and writes the document's row unless the document is only checked, names a language that the version
 * does not have, or a time for which the project keeps no PDF. It returns no row where the key is unknown or revoked, and
 * nulls from the first part that is missing. A document that exists was created by the same call, whose answer was lost.
 * The project and what it stores are looked up only for a document that is kept.
 */
const createDocumentsSql = (limits: ByteLimits) => `
  WITH chosen AS (
    SELECT ${keyColumns}, ${version.columns}, r.keep_seconds, r.exceeded_days, r.reached
    FROM ${withKeys(ofTemplates)} ${version.joins}
    LEFT JOIN LATERAL (
      SELECT ${chooseTime(asked, limits, ["contents"])}
      FROM projects AS p WHERE p.project_id = k.project_id AND a.is_kept OFFSET 0
    ) AS r ON true
  ), created AS (
    ${insertDocuments(
      { ...fromRequest, template_id: "c.template_id", template_name: "c.template_name", version: "c.version" },
      `chosen AS c WHERE c.may_make AND NOT c.is_check AND ${hasVersion} AND ${mayKeep}`,
    )}
    ON CONFLICT DO NOTHING
  )
  SELECT ${chosenKeyColumns}, ${chosenVersionColumns}, ${chosenTimeColumns}, ${keepingColumns} FROM ${withKeeping}`;

/** The same for documents whose HTML the requests bring, if the project allows that. */
const createInlineDocumentsSql = (limits: ByteLimits) => `
  WITH chosen AS (
    SELECT ${keyColumns}, p.allows_inline_html, r.keep_seconds, r.exceeded_days, r.reached
    FROM ${withKeys(ofEach)}
    JOIN projects AS p ON p.project_id = k.project_id
    LEFT JOIN LATERAL (SELECT ${chooseTime(asked, limits, ["contents"])} WHERE a.is_kept OFFSET 0) AS r ON true
  ), created AS (
    ${insertDocuments(
      { ...fromRequest, template_id: `'${noTemplateId}'`, version: "0" },
      `chosen AS c WHERE c.may_make AND NOT c.is_check AND c.allows_inline_html AND ${mayKeep}`,
    )}
    ON CONFLICT DO NOTHING
  )
  SELECT ${chosenKeyColumns}, c.allows_inline_html AS "isAllowed", ${chosenTimeColumns}, ${keepingColumns} FROM ${withKeeping}`;

type Chosen = { position: number; keyId: string; projectId: string; mayMake: boolean } & ChosenTime & KeepingColumns;
type ChosenInline = Chosen & { isAllowed: boolean };

function refused(documentId: string, { code, message, details }: Problem): RefusedCreation {
  return { outcome: "refused", documentId, code, message, ...(details && { details: [...details] }) };
}

/** Creates the functions that create documents: the one call of the database on the way of each document. */
export function createDocumentCreators(deps: {
  dataSource: DataSource;
  keyUsage: KeyUsage;
  /** Whether the installation can keep requests. */
  keepsRequests: boolean;
  byteLimits: ByteLimits;
  refuseReached: RefuseReached;
}) {
  const { dataSource, keyUsage, keepsRequests, byteLimits, refuseReached } = deps;

  /** Runs a statement for requests, and makes the answer to each from its row, or from its problem. */
  function creator<Request extends InlineDocumentRequest, Row extends Chosen, Found extends object>(way: {
    run: (values: readonly unknown[]) => Promise<Row[]>;
    of: Asked<Request>;
    /** What the document is made from, or why it cannot be made. */
    find: (chosen: Row, request: Request) => Found | Problem;
  }) {
    function find(request: Request, chosen: Row): Found | Problem {
      if (!chosen.mayMake) return scopeMissing(needed);
      const found = way.find(chosen, request);
      return isProblem(found) ? found : (problemOfTime(chosen, refuseReached) ?? found);
    }

    function answer(request: Request, chosen: Row | undefined) {
      const { documentId } = request;
      if (!chosen) return refused(documentId, new Problem("auth.key_invalid"));
      const found = find(request, chosen);
      if (isProblem(found)) return refused(documentId, found);
      const { projectId, keepSeconds } = chosen;
      const settings = { ...(keepsRequests && keepingOf(chosen)), ...(keepSeconds !== null && { keepSeconds }) };
      return { outcome: "opened" as const, documentId, projectId, ...found, ...settings };
    }

    return async (requests: readonly Request[]) => {
      const rows = await way.run(Object.values(way.of).map(({ of }) => requests.map((request) => of(request))));
      const byPosition = new Map(rows.map((row) => [row.position, row]));
      for (const { keyId } of rows) keyUsage.note(keyId);
      return requests.map((request, index) => answer(request, byPosition.get(index + 1)));
    };
  }

  const createDocuments: (requests: readonly DocumentRequest[]) => Promise<DocumentCreation[]> = creator({
    run: prepare<Chosen & ChosenVersion>(dataSource, "create_documents", createDocumentsSql(byteLimits)),
    of: ofTemplates,
    find(chosen, { templateId }) {
      const found = versionOf(chosen);
      return isProblem(found) ? found : { templateId, ...found };
    },
  });

  const createInlineDocuments: (requests: readonly InlineDocumentRequest[]) => Promise<InlineDocumentCreation[]> =
    creator({
      run: prepare<ChosenInline>(dataSource, "create_inline_documents", createInlineDocumentsSql(byteLimits)),
      of: ofEach,
      find: ({ isAllowed }) => (isAllowed ? {} : new Problem("project.inline_html_disabled")),
    });

  return { createDocuments, createInlineDocuments };
}

export type DocumentCreators = ReturnType<typeof createDocumentCreators>;
