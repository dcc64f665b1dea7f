import { Anchor, Button } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { operations, type ResponseOutput } from "@platen/contracts";
import { useQueries, useQuery } from "@tanstack/react-query";
import { Box, Plus } from "lucide-react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { listQuery, operationQuery, useOperation } from "../api/operation-query.ts";
import { ListBar } from "../components/list-bar.tsx";
import { useAccount } from "../components/require-sign-in.tsx";
import { NoMatch } from "../components/no-match.tsx";
import { useOpenedProjects } from "../components/opened-projects.ts";
import { ListPage } from "../components/list-page.tsx";
import { roleLabels } from "../components/role-labels.ts";
import { usageColumns } from "../components/usage/usage-columns.tsx";
import { useListQuery } from "../components/use-list-query.ts";
import { NameDialog } from "../components/dialogs/name-dialog.tsx";
import { paths } from "../paths.ts";
import type { Column } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { TimeText } from "../ui/time-text.tsx";
import { useDialog } from "../ui/use-dialog.ts";

type ListedProject = ResponseOutput<typeof operations.listMemberProjects>["projects"][number];
type Project = ListedProject & {
  /** When this browser opened it last. */
  openedAt: string | undefined;
};

const pageSize = 100;

/** So many projects of later pages are on the first page too, if this browser has opened them. */
const mostFromLaterPages = 10;

/** The projects that this browser has opened last and that are not among the given ones. */
function useOpenedBeyond(listed: readonly ListedProject[] | undefined): ListedProject[] {
  const opened = Object.entries(useOpenedProjects()).toSorted(([, one], [, other]) => other.localeCompare(one));
  const beyond = opened.filter(([id]) => listed?.every(({ projectId }) => projectId !== id));
  return useQueries({
    queries: beyond.slice(0, mostFromLaterPages).map(([projectId]) => ({
      ...operationQuery(operations.getProject, { params: { projectId } }),
      // It may be gone, or the account may have left it.
      retry: false,
    })),
  }).flatMap(({ data }) => data ?? []);
}

/** Puts projects that this browser has opened first, the latest at the beginning. The others keep their order. */
function lastOpenedFirst(projects: readonly Project[]): Project[] {
  return projects.toSorted((one, other) => (other.openedAt ?? "").localeCompare(one.openedAt ?? ""));
}

const ownColumns: Column<Project>[] = [
  {
    header: "Name",
    sort: "name",
    kind: "title",
    cell: (project) => (
      <Anchor component={Link} to={paths.project(project)} c="var(--ink)" fw={500}>
        {project.name}
      </Anchor>
    ),
  },
  { header: "Your role", width: 9, cell: ({ role }) => roleLabels[role].label },
  {
    header: "Opened",
    width: 10,
    cell: ({ openedAt }) => (openedAt === undefined ? null : <TimeText instant={openedAt} />),
  },
  {
    header: "Changed",
    sort: "updatedAt",
    width: 10,
    isExtra: true,
    cell: ({ updatedAt, createdAt }) => (updatedAt === createdAt ? null : <TimeText instant={updatedAt} />),
  },
  {
    header: "Created",
    sort: "createdAt",
    width: 10,
    isExtra: true,
    cell: ({ createdAt }) => <TimeText instant={createdAt} />,
  },
];

export function ProjectsPage() {
  const navigate = useNavigate();
  const { query, change } = useListQuery(operations.listMemberProjects.request.query);
  const list = useQuery(listQuery(operations.listMemberProjects, { query: { ...query, pageSize } }));
  const opened = useOpenedProjects();
  const [params] = useSearchParams();
  const isSorted = params.has("sort");
  const isBeginning = !isSorted && query.search === undefined && query.page === 1;
  const isCut = (list.data?.pagination.total ?? 0) > pageSize;
  const beyond = useOpenedBeyond(isBeginning && isCut ? list.data?.projects : undefined);
  const { data: usage } = useQuery(operationQuery(operations.getMemberUsage, {}));
  const figures = usageColumns(usage?.projects, (of, project: Project) => of.projectId === project.projectId);
  const columns = ownColumns.toSpliced(1, 0, ...figures);
  const { mutateAsync: createProject } = useOperation(operations.createProject, [operations.listMemberProjects]);
  const creation = useDialog();
  const mayCreate = useAccount().instanceRole === operations.createProject.instanceRole;
  const openCreation = () => {
    if (mayCreate) creation.open(true);
  };
  useHotkeys([["c", openCreation]]);
  const isEmpty = list.data?.pagination.total === 0 && query.search === undefined;

  return (
    <>
      <PageHead title="Projects">
        {isEmpty || !mayCreate ? null : (
          <Button leftSection={<Plus size={16} aria-hidden />} onClick={openCreation}>
            New project
          </Button>
        )}
      </PageHead>
      {isEmpty ? null : (
        <ListBar>
          <SearchField label="Search projects" value={query.search ?? ""} onSearch={(search) => change({ search })} />
        </ListBar>
      )}
      <ListPage
        label="Projects"
        noun="project"
        columns={columns}
        list={list}
        itemsOf={({ projects }) => {
          const all = [...projects, ...beyond].map((project) => ({ ...project, openedAt: opened[project.projectId] }));
          return isSorted ? all : lastOpenedFirst(all);
        }}
        keyOf={({ projectId }) => projectId}
        sort={isSorted ? query.sort : ""}
        onChange={change}
        empty={
          isEmpty && !mayCreate ? (
            <EmptyState
              icon={Box}
              title="You are not in a project yet"
              text="Ask an owner of a project for an invitation. Only admins of this installation create projects."
            />
          ) : isEmpty ? (
            <EmptyState
              icon={Box}
              title="Create your first project"
              text="A good start is one project for each application or customer: an API key reaches only its own project."
              action={
                <Button leftSection={<Plus size={16} aria-hidden />} onClick={openCreation}>
                  New project
                </Button>
              }
            />
          ) : (
            <NoMatch text="No projects match" onClear={() => change({ search: undefined })} />
          )
        }
      />
      <NameDialog
        title="New project"
        submit="Create project"
        placeholder="Billing"
        {...creation.props}
        send={(name) => createProject({ body: { name } })}
        onDone={(project) => void navigate(paths.project(project))}
      />
    </>
  );
}
