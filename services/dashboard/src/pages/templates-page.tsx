import { Anchor, Badge, Button } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { operations, type ResponseOutput } from "@platen/contracts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FileText, Pencil, Plus, Stamp, Trash2 } from "lucide-react";
import { Link, useNavigate } from "react-router";
import { operationQuery, useOperation } from "../api/operation-query.ts";
import { ListBar } from "../components/list-bar.tsx";
import { NoMatch } from "../components/no-match.tsx";
import { ProblemPanel } from "../components/problem-panel.tsx";
import { useMay, useProject } from "../components/project.ts";
import { useListQuery } from "../components/use-list-query.ts";
import { ConfirmDialog } from "../forms/confirm-dialog.tsx";
import { NameDialog } from "../forms/name-dialog.tsx";
import { paths } from "../paths.ts";
import { Copyable } from "../ui/copyable.tsx";
import { DataTable, type Column } from "../ui/data-table.tsx";
import { Empty } from "../ui/empty.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Pager } from "../ui/pager.tsx";
import { RowMenu, type RowAction } from "../ui/row-menu.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { TimeText } from "../ui/time-text.tsx";
import { toast } from "../ui/toast.ts";
import { useDialog } from "../ui/use-dialog.ts";
import classes from "./templates-page.module.css";

type Template = ResponseOutput<typeof operations.getTemplate>;

const changesLists = [operations.listProjectTemplates, operations.getProjectTemplate];

export function TemplatesPage() {
  const { projectId, name: projectName } = useProject();
  const may = useMay();
  const navigate = useNavigate();
  const { query, change } = useListQuery(operations.listProjectTemplates.request.query);
  const { data, error, refetch } = useQuery({
    ...operationQuery(operations.listProjectTemplates, { params: { projectId }, query }),
    placeholderData: keepPreviousData,
  });
  const { mutateAsync: createTemplate } = useOperation(operations.createTemplate, changesLists);
  const { mutateAsync: updateTemplate } = useOperation(operations.updateTemplate, changesLists);
  const { mutateAsync: deleteTemplate } = useOperation(operations.deleteTemplate, changesLists);
  const creation = useDialog();
  const renaming = useDialog<Template>();
  const deletion = useDialog<Template>();
  const mayCreate = may(operations.createTemplate);
  const openCreation = () => {
    if (mayCreate) creation.open(true);
  };
  useHotkeys([["c", openCreation]]);

  const isFiltered = query.search !== undefined || query.tag !== undefined;
  const isEmpty = data?.pagination.total === 0 && !isFiltered;
  const createButton = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={openCreation}>
      New template
    </Button>
  );

  const actionsOf = (template: Template): RowAction[] => [
    {
      label: "Its documents",
      icon: FileText,
      onSelect: () => void navigate(paths.documentsOfTemplate({ projectId, templateId: template.templateId })),
    },
    ...(may(operations.updateTemplate)
      ? [{ label: "Rename", icon: Pencil, onSelect: () => renaming.open(template) }]
      : []),
    ...(may(operations.deleteTemplate)
      ? [{ label: "Delete", icon: Trash2, isDanger: true, onSelect: () => deletion.open(template) }]
      : []),
  ];
  const columns: Column<Template>[] = [
    {
      header: "Name",
      sort: "name",
      kind: "title",
      cell: ({ templateId, name, tags }) => (
        <div className={classes["name"]}>
          <Anchor
            component={Link}
            to={paths.template({ projectId, templateId })}
            className={classes["text"] ?? ""}
            c="var(--ink)"
            fw={500}
            title={name}
          >
            {name}
          </Anchor>
          {tags.length > 0 ? (
            <span className={classes["tags"]}>
              {tags.map((tag) => (
                <Badge
                  key={tag}
                  component="button"
                  variant="default"
                  className={classes["tag"] ?? ""}
                  aria-label={`Only templates tagged ${tag}`}
                  onClick={() => change({ tag })}
                >
                  {tag}
                </Badge>
              ))}
            </span>
          ) : null}
        </div>
      ),
    },
    { header: "Id", width: 17, cell: ({ templateId }) => <Copyable name="id" value={templateId} /> },
    {
      header: "Published",
      width: 8,
      cell: ({ version }) =>
        version === null ? <span style={{ color: "var(--faint)" }}>Not yet</span> : `Version ${version}`,
    },
    { header: "Changed", sort: "updatedAt", width: 9, cell: ({ updatedAt }) => <TimeText instant={updatedAt} /> },
    {
      header: "Created",
      sort: "createdAt",
      width: 9,
      isExtra: true,
      cell: ({ createdAt }) => <TimeText instant={createdAt} />,
    },
    {
      header: "Actions",
      kind: "actions",
      cell: (template) => <RowMenu name={template.name} actions={actionsOf(template)} />,
    },
  ];

  return (
    <>
      <PageHead title="Templates" documentTitle={`Templates · ${projectName}`}>
        {mayCreate && !isEmpty ? createButton : null}
      </PageHead>
      {isEmpty ? null : (
        <ListBar>
          <SearchField label="Search templates" value={query.search ?? ""} onSearch={(search) => change({ search })} />
          {query.tag === undefined ? null : (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Tagged ${query.tag}: show all`}
              onClick={() => change({ tag: undefined })}
            >
              Tagged “{query.tag}” ×
            </Button>
          )}
        </ListBar>
      )}
      {error && !data ? (
        <ProblemPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label="Templates"
          columns={columns}
          items={data?.templates}
          keyOf={({ templateId }) => templateId}
          sort={query.sort}
          onSort={(sort) => change({ sort })}
          empty={
            isFiltered ? (
              <NoMatch text="No template matches" onClear={() => change({ search: undefined, tag: undefined })} />
            ) : (
              <Empty
                icon={Stamp}
                title="No templates yet"
                text="A template is HTML and CSS with places for your data. Documents are made from its published version."
                {...(mayCreate ? { action: createButton } : {})}
              />
            )
          }
        />
      )}
      {data && data.pagination.total > 0 ? (
        <Pager pagination={data.pagination} noun="template" onPage={(page) => change({ page })} />
      ) : null}

      <NameDialog
        title="New template"
        submit="Create template"
        text="It begins blank. Names are unique in the project."
        placeholder="Invoice"
        isOpen={creation.isOpen}
        onClose={creation.close}
        send={(name) => createTemplate({ params: { projectId }, body: { name } })}
        onDone={({ template }) => toast(`“${template.name}” is created.`)}
      />
      <NameDialog
        title="Rename template"
        submit="Rename"
        initialName={renaming.subject?.name ?? ""}
        isOpen={renaming.isOpen}
        onClose={renaming.close}
        send={(name) =>
          updateTemplate({
            params: { projectId, templateId: renaming.subject?.templateId ?? "" },
            body: { name },
          })
        }
        onDone={() => undefined}
      />
      <ConfirmDialog
        title={`Delete “${deletion.subject?.name ?? ""}”?`}
        act="Delete template"
        isOpen={deletion.isOpen}
        onClose={deletion.close}
        onConfirm={() => deleteTemplate({ params: { projectId, templateId: deletion.subject?.templateId ?? "" } })}
        onDone={() => toast(`“${deletion.subject?.name ?? ""}” is deleted.`)}
      >
        <p>
          The template goes with all its versions. Requests that name it get an error from now on. This cannot be
          undone.
        </p>
      </ConfirmDialog>
    </>
  );
}
