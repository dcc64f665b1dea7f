/** What each way to create a document gives, as expressions of its statement. */
type NewDocument = Record<"document_id" | "project_id" | "template_id" | "version" | "key_id", string> &
  Partial<Record<(typeof columns)[number], string>>;

/** The columns that some ways leave as they are by default. */
const columns = [
  "template_name",
  "filename",
  "request_id",
  "lane",
  "reference",
  "metadata",
  "not_before",
  "due_at",
  "batch_id",
  "row_number",
  "trace",
] as const;

/** The part of a statement that writes the row of each new document of `from`. */
export function insertDocuments(document: NewDocument, from: string): string {
  const given = { ...document, status: "'queued'" };
  return `INSERT INTO documents (${Object.keys(given).join(", ")}) SELECT ${Object.values(given).join(", ")} FROM ${from}`;
}
