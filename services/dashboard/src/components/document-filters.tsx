import { Button, NativeSelect, TextInput } from "@mantine/core";
import { documentStatuses, operations, type ResponseOutput } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import type { z } from "zod";
import { listQuery, operationQuery } from "../api/operation-query.ts";
import { DayField } from "../ui/day-field.tsx";
import { formatClock } from "../ui/format.ts";
import { SearchField } from "../ui/search-field.tsx";
import { statusLabels } from "./document-status.tsx";
import { ListBar } from "./list-bar.tsx";
import { useProject } from "./project-context.ts";
import { maxListed, SearchedFilter, type FilterOption } from "./searched-filter.tsx";
import { warningOptions } from "./warning-labels.ts";

type Query = z.output<typeof operations.listDocuments.member.request.query>;
type Document = ResponseOutput<typeof operations.getDocument.key>;
export type Filters = Pick<
  Query,
  "search" | "status" | "templateId" | "keyId" | "warning" | "reference" | "from" | "to"
>;
/** The change of the query that removes all filters. */
export const noFilters = {
  search: undefined,
  status: undefined,
  templateId: undefined,
  keyId: undefined,
  warning: undefined,
  reference: undefined,
  from: undefined,
  to: undefined,
} satisfies Record<keyof Filters, undefined>;

export function hasFilters(query: Filters): boolean {
  return Object.keys(noFilters).some((name) => query[name as keyof Filters] !== undefined);
}

const hourMs = 3_600_000;
const spans = [
  { label: "Last hour", value: String(hourMs) },
  { label: "Last 24 hours", value: String(24 * hourMs) },
  { label: "Last 7 days", value: String(7 * 24 * hourMs) },
];

/** The filters that the bar shows only when they are asked for. */
const furtherFilters = ["keyId", "warning", "reference"] as const;

const statusOptions = documentStatuses.map((status) => ({ value: status, label: statusLabels[status] }));

/** Adds the chosen value to the options, because it may be a revoked key or a deleted template. */
function withChosen(
  options: readonly FilterOption[],
  value: string | undefined,
  label: string | undefined,
): FilterOption[] {
  const isMissing = value !== undefined && !options.some((option) => option.value === value);
  return isMissing ? [...options, { value, label: label ?? value }] : [...options];
}

type FilterProps = { label: string; any: string; options: readonly FilterOption[]; value: string | undefined };

function Filter({ label, any, options, value, onChange }: FilterProps & { onChange: (value: string) => void }) {
  return (
    <NativeSelect
      aria-label={label}
      data={[{ value: "", label: any }, ...options]}
      value={value ?? ""}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      maw="14rem"
    />
  );
}

type TimeFilterProps = Pick<Filters, "from" | "to"> & { onChange: DocumentFiltersProps["onChange"] };

/** The time that the list is of, and the last hours or days for one choice. */
function TimeFilter({ from, to, onChange }: TimeFilterProps) {
  const [now] = useState(Date.now);
  const since = from === undefined ? undefined : `Since ${formatClock(from, now)}`;
  const until = to === undefined ? undefined : `${since ? "until" : "Until"} ${formatClock(to, now)}`;
  const chosen = [since, until].filter((part) => part !== undefined).join(" ");
  return (
    <NativeSelect
      aria-label="Time"
      data={[
        { value: "", label: "Any time" },
        ...(chosen === "" ? [] : [{ value: "chosen", label: chosen }]),
        ...spans,
      ]}
      value={chosen === "" ? "" : "chosen"}
      onChange={({ currentTarget: { value } }) =>
        onChange({ from: value === "" ? undefined : new Date(Date.now() - Number(value)).toISOString(), to: undefined })
      }
      maw="12rem"
    />
  );
}

/** A document has the whole reference or another one, so the list changes once the text is complete. */
function ReferenceField({ value, onChange }: { value: string; onChange: (reference: string) => void }) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  // The address has changed by other means: the Back button, or "Show all".
  if (value !== seen) {
    setSeen(value);
    setText(value);
  }
  const take = () => (text.trim() === value ? undefined : onChange(text.trim()));
  return (
    <TextInput
      aria-label="Reference"
      placeholder="Reference"
      w="11rem"
      maw="100%"
      maxLength={200}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={take}
      onKeyDown={({ key }) => (key === "Enter" ? take() : undefined)}
    />
  );
}

type DocumentFiltersProps = {
  query: Filters;
  /** The shown documents, which have the names of deleted templates and revoked keys. */
  documents: readonly Document[];
  onChange: (changes: Partial<Record<keyof Filters, string | undefined>>) => void;
};

/** The filters of the list of documents. */
export function DocumentFilters({ query, documents, onChange }: DocumentFiltersProps) {
  const { projectId } = useProject();
  const [search, setSearch] = useState("");
  const params = { projectId };
  const byName = { pageSize: maxListed, sort: "name:asc" } as const;
  const { data: templates } = useQuery(
    listQuery(operations.listTemplates.member, { params, query: search === "" ? byName : { ...byName, search } }),
  );
  // A project has no more keys than a page of them.
  const { data: keys } = useQuery(operationQuery(operations.listApiKeys, { params, query: byName }));
  const templateOptions = (templates?.templates ?? []).map(({ templateId, name }) => ({
    value: templateId,
    label: name,
  }));
  const keyOptions = (keys?.apiKeys ?? []).map(({ keyId, name, lastFour }) => ({
    value: keyId,
    label: `${name} ••••${lastFour}`,
  }));
  const [shown] = documents;
  const further = furtherFilters.filter((name) => query[name] !== undefined).length;
  const [isFurtherShown, setIsFurtherShown] = useState(further > 0);
  return (
    <>
      <ListBar>
        <SearchField
          label="Search by file name, id or request id"
          value={query.search ?? ""}
          onSearch={(search) => onChange({ search })}
        />
        <TimeFilter from={query.from} to={query.to} onChange={onChange} />
        <Filter
          label="Status"
          any="Any status"
          options={statusOptions}
          value={query.status}
          onChange={(status) => onChange({ status })}
        />
        <SearchedFilter
          label="Template"
          any="Any template"
          options={withChosen(templateOptions, query.templateId, shown?.templateName ?? undefined)}
          value={query.templateId}
          onSearch={setSearch}
          onChange={(templateId) => onChange({ templateId })}
        />
        <Button
          variant="default"
          leftSection={<SlidersHorizontal size={15} aria-hidden />}
          aria-expanded={isFurtherShown}
          onClick={() => setIsFurtherShown(!isFurtherShown)}
        >
          {further > 0 ? `Filters (${further})` : "Filters"}
        </Button>
        {hasFilters(query) ? (
          <Button variant="subtle" color="gray" onClick={() => onChange(noFilters)}>
            Clear
          </Button>
        ) : null}
      </ListBar>
      {isFurtherShown ? (
        <ListBar>
          <SearchedFilter
            label="API key"
            any="Any key"
            options={withChosen(keyOptions, query.keyId, shown?.apiKey ? `${shown.apiKey.name} (revoked)` : undefined)}
            value={query.keyId}
            onChange={(keyId) => onChange({ keyId })}
          />
          <Filter
            label="Warnings"
            any="With or without warnings"
            options={withChosen(warningOptions, query.warning, undefined)}
            value={query.warning}
            onChange={(warning) => onChange({ warning })}
          />
          <ReferenceField value={query.reference ?? ""} onChange={(reference) => onChange({ reference })} />
          <span style={{ display: "inline-flex", alignItems: "center", gap: "0.5rem", flexWrap: "wrap" }}>
            <DayField label="From day" value={query.from} edge="start" onChange={(from) => onChange({ from })} />
            <span aria-hidden style={{ color: "var(--soft)" }}>
              –
            </span>
            <DayField label="To day" value={query.to} edge="end" onChange={(to) => onChange({ to })} />
          </span>
        </ListBar>
      ) : null}
    </>
  );
}
