import { NativeSelect, Skeleton, Tabs } from "@mantine/core";
import { operations } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight } from "lucide-react";
import { useParams, useSearchParams } from "react-router";
import { operationQuery } from "../api/operation-query.ts";
import { ProblemPanel } from "../components/problem-panel.tsx";
import { useProject } from "../components/project-context.ts";
import { changedParts } from "../components/source-diff/changed-parts.ts";
import { SourceChanges } from "../components/source-diff/source-changes.tsx";
import { ComparedPages } from "../components/versions/compared-pages.tsx";
import { useTemplateName } from "../components/versions/use-template-name.ts";
import { useVersionSource, versionName } from "../components/versions/version-source.ts";
import { paths, type ComparedVersion } from "../paths.ts";
import { BackLink } from "../ui/back-link.tsx";
import { PageHead } from "../ui/page-head.tsx";
import classes from "./compare-page.module.css";
import { IconButton } from "../ui/icon-button.tsx";

/** Reads a version from the address; anything else counts as missing. */
function comparedVersion(text: string | null): ComparedVersion | undefined {
  if (text === "draft") return "draft";
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

type ChoiceProps = {
  label: string;
  value: ComparedVersion | undefined;
  versions: readonly number[];
  onChoose: (which: string) => void;
};

function Choice({ label, value, versions, onChoose }: ChoiceProps) {
  // A version that is older than the list reaches can still be compared.
  const numbers = typeof value === "number" && !versions.includes(value) ? [...versions, value] : versions;
  return (
    <NativeSelect
      label={label}
      data={["draft" as const, ...numbers].map((which) => ({ value: String(which), label: versionName(which) }))}
      value={value === undefined ? "" : String(value)}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      className={classes["choice"] ?? ""}
    />
  );
}

/** Compares two versions of a template, or a version and the draft, by their pages and sources. */
export function ComparePage() {
  const { projectId } = useProject();
  const { templateId = "" } = useParams();
  const [params, setParams] = useSearchParams();
  const templateKey = { projectId, templateId };
  const name = useTemplateName(templateKey);
  const {
    data: list,
    error: listError,
    refetch: readList,
  } = useQuery(operationQuery(operations.listVersions.member, { params: templateKey, query: { pageSize: 100 } }));
  const versions = list?.versions.map(({ version }) => version) ?? [];
  const from = comparedVersion(params.get("from")) ?? versions[0];
  const to = comparedVersion(params.get("to")) ?? "draft";
  const before = useVersionSource(templateKey, from);
  const after = useVersionSource(templateKey, to);
  const change = (changes: Record<string, string>) =>
    setParams((current) => ({ ...Object.fromEntries(current), ...changes }), { replace: true });

  const problem = listError ?? before.error ?? after.error;
  const readAgain = () => void Promise.all([readList(), before.refetch(), after.refetch()]);
  const changeCount = before.source && after.source ? changedParts(before.source, after.source).length : 0;
  return (
    <>
      <BackLink to={paths.versions(templateKey)}>Versions</BackLink>
      <PageHead title={`Compare versions of ${name}`} documentTitle={`Compare · ${name}`} />
      <div className={classes["choices"]}>
        <Choice label="From" value={from} versions={versions} onChoose={(which) => change({ from: which })} />
        <IconButton
          variant="default"
          size="lg"
          label="Swap"
          icon={ArrowLeftRight}
          disabled={from === undefined}
          onClick={() => change({ from: String(to), to: String(from) })}
        />
        <Choice label="To" value={to} versions={versions} onChoose={(which) => change({ to: which })} />
      </div>
      {problem ? (
        <ProblemPanel error={problem} onRetry={readAgain} />
      ) : from !== undefined && before.source && after.source ? (
        <Tabs
          value={params.get("view") === "source" ? "source" : "pages"}
          onChange={(view) => change({ view: view ?? "pages" })}
          keepMounted={false}
        >
          <Tabs.List aria-label="What to compare" mb="md">
            <Tabs.Tab value="pages">Pages</Tabs.Tab>
            <Tabs.Tab value="source">Source{changeCount > 0 ? ` (${changeCount})` : ""}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="source">
            <SourceChanges key={`${from} ${to}`} before={before.source} after={after.source} isOpen />
          </Tabs.Panel>
          <Tabs.Panel value="pages">
            <ComparedPages
              key={`${from} ${to}`}
              templateId={templateId}
              before={{ which: from, source: before.source }}
              after={{ which: to, source: after.source }}
            />
          </Tabs.Panel>
        </Tabs>
      ) : list?.pagination.total === 0 && from === undefined ? (
        <p>Nothing is published yet, so there is no version to compare the draft with.</p>
      ) : (
        <Skeleton height={200} />
      )}
    </>
  );
}
