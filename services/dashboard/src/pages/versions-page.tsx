import { Anchor, Badge, Button } from "@mantine/core";
import { operations, type ResponseOutput } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { Eye, GitCompareArrows, History, RotateCcw } from "lucide-react";
import { Link, useNavigate, useParams } from "react-router";
import { listQuery, operationQuery } from "../api/operation-query.ts";
import { ListPage } from "../components/list-page.tsx";
import { ProblemPanel } from "../components/problem-panel.tsx";
import { useMay, useProject } from "../components/project-context.ts";
import { useListQuery } from "../components/use-list-query.ts";
import { publisherOf } from "../components/versions/publisher-of.ts";
import { RestoreDialog } from "../components/versions/restore-dialog.tsx";
import { useMakeLive } from "../components/versions/use-make-live.ts";
import { paths } from "../paths.ts";
import { BackLink } from "../ui/back-link.tsx";
import type { Column } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { RowMenu, type RowActions } from "../ui/row-menu.tsx";
import { TimeText } from "../ui/time-text.tsx";
import { useDialog } from "../ui/use-dialog.ts";

type Version = ResponseOutput<typeof operations.listVersions.member>["versions"][number];

/** The published versions of a template. */
export function VersionsPage() {
  const { projectId } = useProject();
  const { templateId = "" } = useParams();
  const may = useMay();
  const navigate = useNavigate();
  const restoring = useDialog<number>();
  const templateKey = { projectId, templateId };
  const { query, change } = useListQuery(operations.listVersions.member.request.query);
  const template = useQuery(operationQuery(operations.getTemplate.member, { params: templateKey }));
  const list = useQuery(listQuery(operations.listVersions.member, { params: templateKey, query }));
  const name = template.data?.name ?? "";
  const current = template.data?.version ?? null;
  const { makeLive, isPending } = useMakeLive(templateKey);
  const go = (to: string) => () => void navigate(to);
  const problem = [template, list].find(({ data, error }) => error && !data)?.error;

  const actionsOf = ({ version }: Version): RowActions => [
    { label: "View", icon: Eye, onSelect: go(paths.version({ ...templateKey, version })) },
    {
      label: "Compare with the draft",
      icon: GitCompareArrows,
      onSelect: go(paths.compare({ ...templateKey, from: version, to: "draft" })),
    },
    version > 1
      ? {
          label: `Compare with version ${version - 1}`,
          icon: GitCompareArrows,
          onSelect: go(paths.compare({ ...templateKey, from: version - 1, to: version })),
        }
      : undefined,
    may(operations.restoreVersion.member)
      ? { label: "Restore", icon: RotateCcw, onSelect: () => restoring.open(version) }
      : undefined,
  ];
  const columns: Column<Version>[] = [
    {
      header: "Version",
      sort: "version",
      kind: "title",
      width: 14,
      cell: ({ version }) => (
        <span style={{ display: "flex", alignItems: "center", gap: "0.6rem" }}>
          <Anchor component={Link} to={paths.version({ ...templateKey, version })} c="var(--ink)" fw={500}>
            Version {version}
          </Anchor>
          {version === current ? (
            <Badge variant="light" tt="none" fw={500}>
              Live
            </Badge>
          ) : current !== null && may(operations.makeVersionCurrent.member) ? (
            <Button
              variant="default"
              size="compact-xs"
              aria-label={`Make live: version ${version}`}
              disabled={isPending}
              onClick={() => void makeLive(name, version, current)}
            >
              Make live
            </Button>
          ) : null}
        </span>
      ),
    },
    {
      header: "Note",
      cell: ({ note }) =>
        note === "" ? <span style={{ color: "var(--faint)" }}>None</span> : <span title={note}>{note}</span>,
    },
    {
      header: "By",
      width: 14,
      cell: (version) => publisherOf(version) ?? <span style={{ color: "var(--faint)" }}>Unknown</span>,
    },
    { header: "Published", width: 9, cell: ({ createdAt }) => <TimeText instant={createdAt} /> },
    {
      header: "Actions",
      kind: "actions",
      cell: (version) => <RowMenu name={`version ${version.version}`} actions={actionsOf(version)} />,
    },
  ];

  if (problem)
    return <ProblemPanel error={problem} onRetry={() => void Promise.all([template.refetch(), list.refetch()])} />;
  return (
    <>
      <BackLink to={paths.template(templateKey)}>{name === "" ? "Template" : name}</BackLink>
      <PageHead
        title="Versions"
        documentTitle={`Versions of ${name}`}
        description="Published versions never change. Documents are generated from the live version, unless a request names another."
      >
        {current === null ? null : (
          <Button
            component={Link}
            to={paths.compare({ ...templateKey, from: current, to: "draft" })}
            variant="default"
            leftSection={<GitCompareArrows size={16} aria-hidden />}
          >
            Compare with the draft
          </Button>
        )}
      </PageHead>
      <ListPage
        label="Versions"
        noun="version"
        columns={columns}
        list={list}
        itemsOf={({ versions }) => versions}
        keyOf={({ version }) => String(version)}
        sort={query.sort}
        onChange={change}
        empty={
          <EmptyState
            icon={History}
            title="Nothing is published yet"
            text="Publish the draft in the editor to generate documents from it. This page will list its versions."
            action={
              <Button component={Link} to={paths.template(templateKey)} variant="default">
                Open the editor
              </Button>
            }
          />
        }
      />
      <RestoreDialog templateId={templateId} version={restoring.subject} {...restoring.props} />
    </>
  );
}
