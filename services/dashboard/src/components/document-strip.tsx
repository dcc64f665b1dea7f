import { operations, type Pagination } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { listQuery } from "../api/operation-query.ts";
import { formatCount, formatDuration, formatInstant, formatTotal } from "../ui/format.ts";
import classes from "./document-strip.module.css";
import { useProject } from "./project-context.ts";
import type { Filters } from "./document-filters.tsx";

/** The documents of the chosen time in figures: how many, how many failed, and how long they took. */
export function DocumentStrip({ query, pagination }: { query: Filters; pagination: Pagination }) {
  const { projectId } = useProject();
  const { search, status, templateId, keyId, warning, reference, from, to } = query;
  const filters = { search, status, templateId, keyId, warning, reference, from, to };
  const { data } = useQuery(listQuery(operations.summarizeProjectDocuments, { params: { projectId }, query: filters }));
  return (
    <p className={classes["strip"]}>
      <span>
        <strong className="figures">{formatTotal(pagination, "document")}</strong>
        {from === undefined ? null : ` since ${formatInstant(from)}`}
      </span>
      {data ? (
        <>
          <span data-bad={data.failed > 0 || undefined}>
            <strong className="figures">{data.failed.toLocaleString("en")}</strong> failed
          </span>
          {data.withWarnings > 0 ? (
            <span data-warned>
              <strong className="figures">{data.withWarnings.toLocaleString("en")}</strong> with warnings
            </span>
          ) : null}
          {data.p95Ms === null ? null : (
            <span>
              95 % within <strong className="figures">{formatDuration(data.p95Ms)}</strong>
            </span>
          )}
          {data.isPartial ? <span>counted over the newest {formatCount(data.documents, "document")}</span> : null}
        </>
      ) : null}
    </p>
  );
}
