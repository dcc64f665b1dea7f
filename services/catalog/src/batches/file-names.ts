import { outputs } from "@platen/contracts";
import { sameFileKey, toFileName } from "@platen/contracts/file-name";
import type { DataSource } from "typeorm";
import { prepare } from "../database/rows.ts";

type Named = { documentId: string; row: number; filename: string | null; reference: string | null };

/** After them no name is taken: no caller knows the id of a document before it is made. */
const maxTries = 3;

/**
 * The name of the PDF of a row: its `filename`, else its `reference`, else the number of its row. From the second try on, it
 * has the number of the row too.
 */
function nameOf({ documentId, row, filename, reference }: Named, attempt: number): string {
  const otherwise = `row ${row + 1}`;
  const number = ["", ` (${otherwise})`, ` (${otherwise}, ${documentId})`][attempt] ?? "";
  return toFileName(filename ?? reference ?? otherwise, { extension: outputs.pdf.extension, number, otherwise });
}

/**
 * Creates the function that names the files of a ZIP. Their documents have names of their own already, but for those of
 * releases that named no documents. Of names that are one file on some system, one stays as it is.
 */
export function uniqueNames() {
  const taken = new Set<string>();
  return (document: Named): string => {
    let name = nameOf(document, 0);
    for (let attempt = 1; attempt < maxTries && taken.has(sameFileKey(name)); attempt += 1) {
      name = nameOf(document, attempt);
    }
    taken.add(sameFileKey(name));
    return name;
  };
}

/** Documents of rows whose outcome is not known yet. */
const documentsSql = `
  SELECT d.document_id AS "documentId", d.project_id AS "projectId", d.batch_id AS "batchId", d.row_number AS row, d.filename,
         d.reference
  FROM unnest((SELECT $1::text[]), $2::text[]) AS o (document_id, project_id)
  JOIN documents AS d ON d.document_id = o.document_id AND d.project_id = o.project_id
  WHERE d.batch_id IS NOT NULL AND d.status IN ('queued', 'rendering')`;

/**
 * Claims names, and selects the claims of these rows: a row whose outcome was reported before, in vain, has its name
 * already. In one order, so that two statements never wait for each other's names.
 */
const claimSql = `
  WITH asked AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::integer[]) AS a (batch_id, project_id, name_key, row_number)
  ), claimed AS (
    INSERT INTO batch_file_names (batch_id, project_id, name_key, row_number)
    SELECT * FROM asked ORDER BY batch_id, name_key, row_number
    ON CONFLICT (batch_id, name_key) DO NOTHING
    RETURNING batch_id, name_key, row_number
  )
  SELECT batch_id AS "batchId", name_key AS "nameKey", row_number AS row FROM claimed
  UNION
  SELECT n.batch_id, n.name_key, n.row_number FROM batch_file_names AS n
  JOIN asked AS a ON n.batch_id = a.batch_id AND n.name_key = a.name_key AND n.row_number = a.row_number
    AND n.project_id = a.project_id`;

type Document = Named & { projectId: string; batchId: string };
type Claim = { batchId: string; nameKey: string; row: number };
type Made = { documentId: string; projectId: string; filename: string | null };

const keyOf = ({ batchId, nameKey, row }: Claim): string => JSON.stringify([batchId, nameKey, row]);

/**
 * Creates the function that gives the PDFs of rows the names that they keep: in the manifest, in the ZIP and in downloads.
 * Of names that are one file on some system, the first that is made stays as it is. A worker has filled the file name
 * of the batch for rows without their own.
 */
export function createFileNames(dataSource: DataSource) {
  const findDocuments = prepare<Document>(dataSource, "documents_to_name", documentsSql);
  const claim = prepare<Claim>(dataSource, "claim_file_names", claimSql);

  return async function nameFiles(made: readonly Made[]): Promise<ReadonlyMap<string, string>> {
    const named = new Map<string, string>();
    if (made.length === 0) return named;
    const filled = new Map(made.map(({ documentId, filename }) => [documentId, filename]));
    const documents = await findDocuments([made.map((one) => one.documentId), made.map((one) => one.projectId)]);
    let open = documents.map((document) => {
      return { ...document, filename: document.filename ?? filled.get(document.documentId) ?? null };
    });
    for (let attempt = 0; attempt < maxTries && open.length > 0; attempt += 1) {
      const asked = open.map((document) => {
        const name = nameOf(document, attempt);
        return { ...document, name, nameKey: sameFileKey(name) };
      });
      const claims = await claim([
        asked.map(({ batchId }) => batchId),
        asked.map(({ projectId }) => projectId),
        asked.map(({ nameKey }) => nameKey),
        asked.map(({ row }) => row),
      ]);
      const own = new Set(claims.map(keyOf));
      for (const one of asked) if (own.has(keyOf(one))) named.set(one.documentId, one.name);
      open = open.filter(({ documentId }) => !named.has(documentId));
    }
    return named;
  };
}

export type NameFiles = ReturnType<typeof createFileNames>;
