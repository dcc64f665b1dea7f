import { Button, NativeSelect, SegmentedControl } from "@mantine/core";
import { useHotkeys, useLocalStorage } from "@mantine/hooks";
import { operations } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { FileUp, Plus, Stamp } from "lucide-react";
import { lazy, Suspense } from "react";
import { listQuery, operationQuery } from "../api/operation-query.ts";
import { ListBar } from "../components/list-bar.tsx";
import { NoMatch } from "../components/no-match.tsx";
import { ListPage } from "../components/list-page.tsx";
import { useMay, useProject } from "../components/project-context.ts";
import { useTemplateActions } from "../components/templates/use-template-actions.ts";
import { LiveCell, type ListedTemplate } from "../components/templates/live-cell.tsx";
import { TemplateCell } from "../components/templates/template-cell.tsx";
import { TemplateGrid } from "../components/templates/template-grid.tsx";
import type { TemplateDialog } from "../components/templates/template-dialogs.tsx";
import { useKnownTags } from "../components/templates/use-known-tags.ts";
import { useNewTemplate } from "../components/templates/use-new-template.ts";
import { droppedFiles } from "../components/template-import/dropped-files.ts";
import { usageColumns } from "../components/usage/usage-columns.tsx";
import { useListQuery } from "../components/use-list-query.ts";
import type { ImportChoice } from "../forms/import-template-dialog.tsx";
import type { Column } from "../ui/data-table.tsx";
import { DropHint } from "../ui/drop-hint.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { RowMenu } from "../ui/row-menu.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { TimeText } from "../ui/time-text.tsx";
import { useDialog } from "../ui/use-dialog.ts";
import { useFileDrop } from "../ui/use-file-drop.ts";

// Each dialog loads when it first opens: together they are as large as the list itself.
const CreateTemplateDialog = lazy(async () => ({
  default: (await import("../forms/create-template-dialog.tsx")).CreateTemplateDialog,
}));
const SampleGallery = lazy(async () => ({
  default: (await import("../forms/create-template-dialog.tsx")).SampleGallery,
}));
const ImportTemplateDialog = lazy(async () => ({
  default: (await import("../forms/import-template-dialog.tsx")).ImportTemplateDialog,
}));
const TemplateDialogs = lazy(async () => ({
  default: (await import("../components/templates/template-dialogs.tsx")).TemplateDialogs,
}));

/** What the heads of the columns sort by, for the grid, which has none. */
const orders = [
  { value: "updatedAt:desc", label: "Changed last" },
  { value: "updatedAt:asc", label: "Changed first" },
  { value: "name:asc", label: "Name, from A" },
  { value: "name:desc", label: "Name, from Z" },
  { value: "createdAt:desc", label: "Newest" },
  { value: "createdAt:asc", label: "Oldest" },
];

type Query = ReturnType<typeof useListQuery<typeof operations.listTemplates.member.request.query>>;

/** The search, the filter, and how the templates are shown. */
function TemplatesBar({ query, change, isGrid, onWay }: Query & { isGrid: boolean; onWay: (way: string) => void }) {
  const knownTags = useKnownTags();
  const tags = [...new Set([...knownTags, ...(query.tag === undefined ? [] : [query.tag])])];
  return (
    <ListBar>
      <SearchField label="Search templates" value={query.search ?? ""} onSearch={(search) => change({ search })} />
      {tags.length > 0 ? (
        <NativeSelect
          aria-label="Tag"
          data={[{ value: "", label: "Any tag" }, ...tags]}
          value={query.tag ?? ""}
          onChange={({ currentTarget }) => change({ tag: currentTarget.value })}
          maw="16rem"
        />
      ) : null}
      {isGrid ? (
        <NativeSelect
          aria-label="Order"
          data={orders}
          value={query.sort}
          onChange={({ currentTarget }) => change({ sort: currentTarget.value })}
        />
      ) : null}
      <SegmentedControl
        aria-label="How the templates are shown"
        data={[
          { value: "list", label: "List" },
          { value: "grid", label: "Grid" },
        ]}
        value={isGrid ? "grid" : "list"}
        onChange={onWay}
        ml="auto"
      />
    </ListBar>
  );
}

export function TemplatesPage() {
  const { projectId, name: projectName } = useProject();
  const may = useMay();
  const { query, change } = useListQuery(operations.listTemplates.member.request.query);
  const list = useQuery(
    listQuery(operations.listTemplates.member, { params: { projectId }, query: { ...query, include: "draftChanges" } }),
  );
  const { data: usage } = useQuery(operationQuery(operations.getTemplateUsage, { params: { projectId } }));
  const { openEditor } = useNewTemplate();
  // The browser remembers it.
  const [way, setWay] = useLocalStorage({
    key: "platen.templates-way",
    defaultValue: "list",
    getInitialValueInEffect: false,
  });
  const isGrid = way === "grid";
  const creation = useDialog();
  const importing = useDialog<ImportChoice | "ask">();
  const dialog = useDialog<TemplateDialog>();
  const actionsOf = useTemplateActions(dialog.open);
  const allActionsOf = (template: ListedTemplate) => {
    const { uses, manages } = actionsOf(template);
    return [...uses, ...manages];
  };
  const mayCreate = may(operations.createTemplate.member);
  const openCreation = () => {
    if (mayCreate) creation.open(true);
  };
  useHotkeys([["c", openCreation]]);
  const isFileOver = useFileDrop(mayCreate, (_files, transfer) => {
    void droppedFiles(transfer).then(importing.open);
  });

  const isFiltered = query.search !== undefined || query.tag !== undefined;
  const isEmpty = list.data?.pagination.total === 0 && !isFiltered;
  const buttons = (
    <>
      <Button variant="default" leftSection={<FileUp size={16} aria-hidden />} onClick={() => importing.open("ask")}>
        Import
      </Button>
      <Button leftSection={<Plus size={16} aria-hidden />} onClick={openCreation}>
        New template
      </Button>
    </>
  );

  const columns: Column<ListedTemplate>[] = [
    {
      header: "Name",
      sort: "name",
      kind: "title",
      cell: (template) => <TemplateCell template={template} onTag={(tag) => change({ tag })} />,
    },
    { header: "Live", width: 13, cell: (template) => <LiveCell template={template} /> },
    ...usageColumns(usage?.templates, (of, template: ListedTemplate) => of.templateId === template.templateId),
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
      cell: (template) => <RowMenu name={template.name} actions={allActionsOf(template)} />,
    },
  ];

  return (
    <>
      <PageHead title="Templates" documentTitle={`Templates · ${projectName}`}>
        {mayCreate && !isEmpty ? buttons : null}
      </PageHead>
      {isEmpty ? null : <TemplatesBar {...{ query, change, isGrid }} onWay={setWay} />}
      <ListPage
        label="Templates"
        noun="template"
        columns={columns}
        list={list}
        itemsOf={({ templates }) => templates}
        keyOf={({ templateId }) => templateId}
        sort={query.sort}
        onChange={change}
        empty={
          isFiltered ? (
            <NoMatch text="No templates match" onClear={() => change({ search: undefined, tag: undefined })} />
          ) : (
            <>
              <EmptyState
                icon={Stamp}
                title="No templates yet"
                text={
                  mayCreate
                    ? "Choose a document that fills itself with your data, and make it yours. Or start from a blank page, or from a file."
                    : "Owners and editors can make templates."
                }
                {...(mayCreate ? { action: buttons } : {})}
              />
              {mayCreate ? (
                <Suspense>
                  <SampleGallery onCreated={openEditor} />
                </Suspense>
              ) : null}
            </>
          )
        }
      >
        {isGrid ? (templates) => <TemplateGrid templates={templates} actionsOf={allActionsOf} /> : undefined}
      </ListPage>
      {isFileOver ? <DropHint>Drop the file or folder to import it as a template</DropHint> : null}

      <Suspense>
        {creation.subject === undefined ? null : (
          <CreateTemplateDialog
            {...creation.props}
            onCreated={openEditor}
            onImport={() => {
              creation.close();
              importing.open("ask");
            }}
          />
        )}
        {importing.subject === undefined ? null : (
          <ImportTemplateDialog
            files={importing.subject === "ask" ? undefined : importing.subject}
            {...importing.props}
            onImported={openEditor}
          />
        )}
        {dialog.subject === undefined ? null : <TemplateDialogs dialog={dialog} />}
      </Suspense>
    </>
  );
}
