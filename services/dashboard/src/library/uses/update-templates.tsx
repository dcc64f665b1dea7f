import { Anchor, Button, Checkbox, Loader, NativeSelect, Skeleton } from "@mantine/core";
import { operations } from "@platen/contracts";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronRight, CircleCheck } from "lucide-react";
import pLimit from "p-limit";
import { useState } from "react";
import { Link } from "react-router";
import { operationQuery } from "../../api/operation-query.ts";
import { problemMessage } from "../../api/problem-message.ts";
import { transport } from "../../api/transport.ts";
import { ProblemPanel } from "../../components/problem-panel.tsx";
import { useProject } from "../../components/project-context.ts";
import { ComparedDocuments } from "../../components/versions/compared-pages.tsx";
import { versionName } from "../../components/versions/version-source.ts";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { formatCount } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { staleUses, type StaleUse } from "./describe-uses.ts";
import classes from "./update-templates.module.css";
import type { UsesQuery } from "./uses-panel.tsx";

/** Limited, so that comparisons do not take the workers from documents that callers wait for. */
const limitRendering = pLimit(2);

type Rendering = { projectId: string; use: StaleUse; dataSet: string | undefined };

/** The PDF of a published version as it is, or with the library of today. */
function versionPdfQuery({ projectId, use, dataSet }: Rendering, isNew: boolean) {
  const params = { projectId, templateId: use.templateId };
  const { currentVersion } = use;
  return queryOptions<Uint8Array>({
    queryKey: ["library pdf", params, currentVersion, dataSet ?? "", isNew],
    queryFn: ({ signal }) =>
      limitRendering(async () => {
        signal.throwIfAborted();
        const chosen = { version: currentVersion, ...(dataSet === undefined ? {} : { dataSet }) };
        if (!isNew)
          return (await transport.bytes(operations.previewTemplate, { params, body: chosen }, { signal })).bytes;
        // The version's own source is composed again, with the newest snippets, assets and brand.
        const version = { params: { ...params, version: String(currentVersion) } };
        const { html, css, settings } = await transport.call(operations.getVersion.member, version, { signal });
        const body = { ...chosen, html, css, settings };
        return (await transport.bytes(operations.previewTemplate, { params, body }, { signal })).bytes;
      }),
    // The newest state may change at any time; a visit compares the state at its start.
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
}

type Outcome =
  | { state: "waiting" | "publishing" }
  | { state: "done"; version: number }
  | { state: "failed"; message: string };

function Comparison({ use }: { use: StaleUse }) {
  const { projectId } = useProject();
  const [dataSet, setDataSet] = useState<string>();
  const { data: version } = useQuery(
    operationQuery(operations.getVersion.member, {
      params: { projectId, templateId: use.templateId, version: String(use.currentVersion) },
    }),
  );
  const rendering = { projectId, use, dataSet };
  return (
    <div className={classes["comparison"]}>
      {version && version.dataSets.length > 1 ? (
        <NativeSelect
          label="Data set"
          size="xs"
          maw="16rem"
          mb="sm"
          data={version.dataSets.map(({ name }) => name)}
          value={dataSet ?? version.dataSets[0]?.name ?? ""}
          onChange={({ currentTarget }) => setDataSet(currentTarget.value)}
        />
      ) : null}
      <ComparedDocuments
        key={dataSet}
        before={{ name: versionName(use.currentVersion), query: versionPdfQuery(rendering, false) }}
        after={{ name: "Updated", query: versionPdfQuery(rendering, true) }}
      />
    </div>
  );
}

type TemplateRowProps = {
  use: StaleUse;
  isChosen: boolean;
  isFirst: boolean;
  outcome: Outcome | undefined;
  onChoose: (isChosen: boolean) => void;
};

function OutcomeText({ use, outcome }: { use: StaleUse; outcome: Outcome | undefined }) {
  const { projectId } = useProject();
  if (!outcome) return <span className={classes["soft"]}>{versionName(use.currentVersion)}</span>;
  if (outcome.state === "failed") return <span style={{ color: "var(--danger)" }}>{outcome.message}</span>;
  if (outcome.state !== "done")
    return outcome.state === "publishing" ? <Loader size={14} aria-label="Publishing" /> : null;
  const { version } = outcome;
  return (
    <span className={classes["good"]}>
      <CircleCheck size={15} aria-hidden /> Published as{" "}
      <Anchor component={Link} to={paths.version({ projectId, templateId: use.templateId, version })} inherit>
        version {version}
      </Anchor>
    </span>
  );
}

function TemplateRow({ use, isChosen, isFirst, outcome, onChoose }: TemplateRowProps) {
  const [isOpen, setIsOpen] = useState(isFirst);
  const { name } = use;
  return (
    <li className={classes["row"]}>
      <div className={classes["head"]}>
        <Checkbox
          aria-label={`Publish ${name}`}
          checked={isChosen}
          disabled={outcome !== undefined && outcome.state !== "failed"}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
        <details
          className={classes["details"]}
          open={isOpen}
          onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
        >
          <summary className={classes["summary"]}>
            <ChevronRight className={classes["arrow"]} size={15} aria-hidden />
            <span className={classes["name"]}>{name}</span>
          </summary>
        </details>
        <output style={{ minWidth: 0, fontSize: "0.84375rem" }}>
          <OutcomeText use={use} outcome={outcome} />
        </output>
      </div>
      {isOpen ? <Comparison use={use} /> : null}
    </li>
  );
}

function Choices({ uses }: { uses: readonly StaleUse[] }) {
  const { projectId } = useProject();
  const queryClient = useQueryClient();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [isPublishing, setIsPublishing] = useState(false);
  const note = (templateId: string, outcome: Outcome) =>
    setOutcomes((known) => new Map([...known, [templateId, outcome]]));
  const chosen = uses.filter(({ templateId }) => !left.has(templateId) && outcomes.get(templateId)?.state !== "done");

  async function publish(): Promise<void> {
    setIsPublishing(true);
    // One after another: each may take a while, and the list shows how far it is.
    for (const { templateId, currentVersion } of chosen) {
      note(templateId, { state: "publishing" });
      try {
        const params = { projectId, templateId, version: String(currentVersion) };
        const { version } = await transport.call(operations.republishVersion.member, { params });
        note(templateId, { state: "done", version });
      } catch (error) {
        note(templateId, { state: "failed", message: problemMessage(error) });
      }
    }
    setIsPublishing(false);
    const changed = [operations.listVersions.member, operations.listTemplates.member, operations.getTemplate.member];
    for (const { operationId } of changed) void queryClient.invalidateQueries({ queryKey: [operationId] });
  }

  return (
    <>
      <ul className={classes["rows"]}>
        {uses.map((use, index) => (
          <TemplateRow
            key={use.templateId}
            use={use}
            isFirst={index === 0}
            isChosen={!left.has(use.templateId)}
            outcome={outcomes.get(use.templateId)}
            onChoose={(isChosen) =>
              setLeft((before) => {
                const next = new Set(before);
                if (isChosen) next.delete(use.templateId);
                else next.add(use.templateId);
                return next;
              })
            }
          />
        ))}
      </ul>
      <div className={classes["bar"]}>
        <Button loading={isPublishing} disabled={chosen.length === 0} onClick={() => void publish()}>
          Publish {formatCount(chosen.length, "template")}
        </Button>
        <span className={classes["soft"]}>Their drafts stay as they are.</span>
      </div>
    </>
  );
}

/** Shows each template whose published version uses an older state, as it is and updated, and publishes the chosen ones. */
export function UpdateTemplates({ query }: { query: UsesQuery }) {
  // Read once: the list must stay while its templates are published.
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...query,
    refetchOnMount: "always",
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (error && !data) return <ProblemPanel error={error} onRetry={() => void refetch()} />;
  if (!data || !isFetchedAfterMount) return <Skeleton height={200} />;
  const uses = staleUses(data);
  if (uses.length === 0) {
    return (
      <EmptyState
        icon={CircleCheck}
        title="Everything is up to date"
        text="Every published version that uses it has its newest state."
      />
    );
  }
  return (
    <>
      {data.snippets.length > 0 ? (
        <Notice kind="warning">Templates may also use it through the snippets that use it.</Notice>
      ) : null}
      <Choices uses={uses} />
    </>
  );
}
