import { Button, Skeleton, Tabs } from "@mantine/core";
import { operations } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { GitCompareArrows, RotateCcw } from "lucide-react";
import { Link, useParams, useSearchParams } from "react-router";
import { operationQuery } from "../api/operation-query.ts";
import { ProblemPanel } from "../components/problem-panel.tsx";
import { useMay, useProject } from "../components/project-context.ts";
import { partsOf } from "../components/source-diff/changed-parts.ts";
import { LineNote } from "../components/versions/line-note.tsx";
import { publisherOf } from "../components/versions/publisher-of.ts";
import { RestoreDialog } from "../components/versions/restore-dialog.tsx";
import { SourceText } from "../components/versions/source-text.tsx";
import { useMakeLive } from "../components/versions/use-make-live.ts";
import { useTemplateName } from "../components/versions/use-template-name.ts";
import { VersionPages } from "../components/versions/version-pages.tsx";
import { paths } from "../paths.ts";
import { BackLink } from "../ui/back-link.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { TimeText } from "../ui/time-text.tsx";
import { useDialog } from "../ui/use-dialog.ts";

const pagesTab = "pages";

/** The number of a line as the address has it. */
function lineIn(text: string | null): number | undefined {
  return /^[1-9]\d{0,6}$/.test(text ?? "") ? Number(text) : undefined;
}

/** A published version: its pages, and every part of its source. */
export function VersionPage() {
  const { projectId } = useProject();
  const { templateId = "", version = "" } = useParams();
  const [params, setParams] = useSearchParams();
  const may = useMay();
  const restoring = useDialog<number>();
  const templateKey = { projectId, templateId };
  const name = useTemplateName(templateKey);
  const template = useQuery(operationQuery(operations.getTemplate.member, { params: templateKey }));
  const live = template.data?.version ?? null;
  const { makeLive, isPending } = useMakeLive(templateKey);
  const { data, error, refetch } = useQuery({
    ...operationQuery(operations.getVersion.member, { params: { ...templateKey, version } }),
    staleTime: Infinity,
  });
  if (error) return <ProblemPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={28} width={220} />;

  const parts = partsOf(data);
  const publisher = publisherOf(data);
  const asked = params.get("part") ?? pagesTab;
  const shown = parts.some(({ id }) => id === asked) ? asked : pagesTab;
  const line = lineIn(params.get("line"));
  return (
    <>
      <BackLink to={paths.versions(templateKey)}>Versions</BackLink>
      <PageHead
        title={`${name}, version ${data.version}`}
        description={
          <>
            {data.note === "" ? null : (
              <>
                {data.note}
                <br />
              </>
            )}
            {live === data.version ? "Live. " : ""}Published <TimeText instant={data.createdAt} />
            {publisher === undefined ? null : ` by ${publisher}`}
          </>
        }
      >
        <Button
          component={Link}
          to={paths.compare({ ...templateKey, from: data.version, to: "draft" })}
          variant="default"
          leftSection={<GitCompareArrows size={16} aria-hidden />}
        >
          Compare with the draft
        </Button>
        {may(operations.restoreVersion.member) ? (
          <Button
            variant="default"
            leftSection={<RotateCcw size={16} aria-hidden />}
            onClick={() => restoring.open(data.version)}
          >
            Restore
          </Button>
        ) : null}
        {live !== null && live !== data.version && may(operations.makeVersionCurrent.member) ? (
          <Button loading={isPending} onClick={() => void makeLive(name, data.version, live)}>
            Make live
          </Button>
        ) : null}
      </PageHead>
      <Tabs
        value={shown}
        onChange={(part) => setParams(part === null || part === pagesTab ? {} : { part }, { replace: true })}
        keepMounted={false}
      >
        <Tabs.List aria-label="Part of the version" mb="md">
          <Tabs.Tab value={pagesTab}>Pages</Tabs.Tab>
          {parts.map(({ id, label }) => (
            <Tabs.Tab key={id} value={id}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={pagesTab}>
          <VersionPages templateId={templateId} version={data.version} source={data} />
        </Tabs.Panel>
        {parts.map((part) => (
          <Tabs.Panel key={part.id} value={part.id}>
            {line === undefined ? null : <LineNote templateKey={templateKey} part={part} line={line} />}
            <SourceText text={part.text} label={part.label} line={line} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <RestoreDialog templateId={templateId} version={restoring.subject} {...restoring.props} />
    </>
  );
}
