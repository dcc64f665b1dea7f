import { Button, Select } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { operations } from "@platen/contracts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FileUp, Plus, Stamp } from "lucide-react";
import { operationQuery } from "../api/operation-query.ts";
import { ListBar } from "../components/list-bar.tsx";
import { NoMatch } from "../components/no-match.tsx";
import { ProblemPanel } from "../components/problem-panel.tsx";
import { useMay, useProject } from "../components/project.ts";
import { useTemplateActions } from "../components/templates/template-actions.ts";
import { TemplateCell } from "../components/templates/template-cell.tsx";
import { TemplateDialogs, type TemplateDialog } from "../components/templates/template-dialogs.tsx";
import { useKnownTags } from "../components/templates/use-known-tags.ts";
import { useNewTemplate, type Template } from "../components/templates/use-new-template.ts";
import { useListQuery } from "../components/use-list-query.ts";
import { ImportTemplateDialog } from "../forms/import-template-dialog.tsx";
import { NameDialog } from "../forms/name-dialog.tsx";
import { Copyable } from "../ui/copyable.tsx";
import { DataTable, type Column } from "../ui/data-table.tsx";
import { Empty } from "../ui/empty.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Pager } from "../ui/pager.tsx";
import { RowMenu } from "../ui/row-menu.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { TimeText } from "../ui/time-text.tsx";
import { useDialog } from "../ui/use-dialog.ts";
import { useFileDrop } from "../ui/use-file-drop.ts";
import classes from "./templates-page.module.css";

export function TemplatesPage() {
  const { projectId, name: projectName } = useProject();
  const may = useMay();
  const { query, change } = useListQuery(operations.listProjectTemplates.request.query);
  const { data, error, refetch } = useQuery({
    ...operationQuery(operations.listProjectTemplates, { params: { projectId }, query }),
    placeholderData: keepPreviousData,
  });
  const { create, openEditor } = useNewTemplate();
  const knownTags = useKnownTags();
  const creation = useDialog();
  const importing = useDialog<File | undefined>();
  const dialog = useDialog<TemplateDialog>();
  const actionsOf = useTemplateActions(dialog.open);
  const mayCreate = may(operations.createTemplate);
  const openCreation = () => {
    if (mayCreate) creation.open(true);
  };
  useHotkeys([["c", openCreation]]);
  const isFileOver = useFileDrop(mayCreate, importing.open);

  const isFiltered = query.search !== undefined || query.tag !== undefined;
  const isEmpty = data?.pagination.total === 0 && !isFiltered;
  const buttons = (
    <>
      <Button
        variant="default"
        leftSection={<FileUp size={16} aria-hidden />}
        onClick={() => importing.open(undefined)}
      >
        Import
      </Button>
      <Button leftSection={<Plus size={16} aria-hidden />} onClick={openCreation}>
        New template
      </Button>
    </>
  );

  const columns: Column<Template>[] = [
    {
      header: "Name",
      sort: "name",
      kind: "title",
      cell: (template) => <TemplateCell template={template} onTag={(tag) => change({ tag })} />,
    },
    {
      header: "Id",
      width: 11,
      isExtra: true,
      cell: ({ templateId }) => <Copyable name="id" value={templateId} />,
    },
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
        {mayCreate && !isEmpty ? buttons : null}
      </PageHead>
      {isEmpty ? null : (
        <ListBar>
          <SearchField label="Search templates" value={query.search ?? ""} onSearch={(search) => change({ search })} />
          {knownTags.length > 0 || query.tag !== undefined ? (
            <Select
              aria-label="Tag"
              placeholder="Any tag"
              data={[...new Set([...knownTags, ...(query.tag === undefined ? [] : [query.tag])])]}
              value={query.tag ?? null}
              onChange={(tag) => change({ tag: tag ?? undefined })}
              searchable
              clearable
              clearButtonProps={{ "aria-label": "Any tag" }}
              w="11rem"
            />
          ) : null}
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
                {...(mayCreate ? { action: buttons } : {})}
              />
            )
          }
        />
      )}
      {data && data.pagination.total > 0 ? (
        <Pager pagination={data.pagination} noun="template" onPage={(page) => change({ page })} />
      ) : null}
      {isFileOver ? <div className={classes["drop"]}>Drop the file to import it as a template</div> : null}

      <NameDialog
        title="New template"
        submit="Create template"
        text="It begins blank. Names are unique in the project."
        placeholder="Invoice"
        isOpen={creation.isOpen}
        onClose={creation.close}
        send={(name) => create({ name })}
        onDone={({ template }) => openEditor(template)}
      />
      <ImportTemplateDialog
        file={importing.subject}
        isOpen={importing.isOpen}
        onClose={importing.close}
        onImported={openEditor}
      />
      <TemplateDialogs dialog={dialog} />
    </>
  );
}
