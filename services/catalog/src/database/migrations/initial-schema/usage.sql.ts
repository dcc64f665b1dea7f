/** The bytes of a row that count, as an expression over the row before or after a change; null if it is not there. */
const contentBytes = (row: "OLD" | "NEW") => `CASE WHEN ${row}.deleted_at IS NULL THEN ${row}.size_bytes END`;
const inputBytes = (row: "OLD" | "NEW") => `octet_length(coalesce(${row}.sealed, ${row}.input))`;
const chunkBytes = (row: "OLD" | "NEW") =>
  `coalesce(${row}.stored_bytes, octet_length(coalesce(${row}.sealed, ${row}.data)))`;

/** OLD is null after an insert, and NEW after a deletion. */
const counting = (name: string, kind: string, bytes: typeof contentBytes) => `
  CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO usage_changes (project_id, kind, bytes)
    VALUES (coalesce(NEW.project_id, OLD.project_id), '${kind}',
            coalesce(${bytes("NEW")}, 0) - coalesce(${bytes("OLD")}, 0));
    RETURN NULL;
  END $$;`;

/**
 * What each project stores: bytes of kept PDFs, of rows of batches and of the data of documents that wait. Triggers write
 * down each change in the transaction that makes it, so the sums are exact whatever crashes. The catalogs add the changes up.
 */
export const usageSql = `
  CREATE TABLE project_usage (
    project_id text COLLATE "C" PRIMARY KEY,
    content_bytes bigint NOT NULL,
    row_bytes bigint NOT NULL,
    waiting_bytes bigint NOT NULL
  );
  -- No index: every change is added to project_usage within seconds. No statement waits for another one here.
  CREATE TABLE usage_changes (
    project_id text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    bytes bigint NOT NULL
  );
  ${counting("count_content_bytes", "contents", contentBytes)}
  ${counting("count_input_bytes", "waiting", inputBytes)}
  ${counting("count_chunk_bytes", "rows", chunkBytes)}

  -- A row of a kept PDF is written before its size is known.
  CREATE TRIGGER count_new_contents AFTER INSERT ON document_contents
    FOR EACH ROW WHEN (${contentBytes("NEW")} IS NOT NULL) EXECUTE FUNCTION count_content_bytes();
  CREATE TRIGGER count_changed_contents AFTER UPDATE ON document_contents
    FOR EACH ROW WHEN (${contentBytes("OLD")} IS DISTINCT FROM ${contentBytes("NEW")})
    EXECUTE FUNCTION count_content_bytes();
  CREATE TRIGGER count_removed_contents AFTER DELETE ON document_contents
    FOR EACH ROW WHEN (${contentBytes("OLD")} IS NOT NULL) EXECUTE FUNCTION count_content_bytes();
  -- The input of a document of a batch is empty.
  CREATE TRIGGER count_new_inputs AFTER INSERT ON document_inputs
    FOR EACH ROW WHEN (${inputBytes("NEW")} > 0) EXECUTE FUNCTION count_input_bytes();
  CREATE TRIGGER count_removed_inputs AFTER DELETE ON document_inputs
    FOR EACH ROW WHEN (${inputBytes("OLD")} > 0) EXECUTE FUNCTION count_input_bytes();
  CREATE TRIGGER count_chunks AFTER INSERT OR DELETE ON batch_chunks
    FOR EACH ROW EXECUTE FUNCTION count_chunk_bytes();
`;
