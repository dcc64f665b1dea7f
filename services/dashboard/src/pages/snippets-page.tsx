import { Anchor, Button } from "@mantine/core";
import { operations } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { Code, Link2, Pencil, Plus, Puzzle, Trash2 } from "lucide-react";
import { Link, useNavigate } from "react-router";
import { listQuery, useOperation } from "../api/operation-query.ts";
import { ListBar } from "../components/list-bar.tsx";
import { ListPage } from "../components/list-page.tsx";
import { NoMatch } from "../components/no-match.tsx";
import { useMay, useProject } from "../components/project-context.ts";
import { useListQuery } from "../components/use-list-query.ts";
import { NameDialog } from "../components/dialogs/name-dialog.tsx";
import { SnippetDialogs, type SnippetDialog } from "../library/snippets/snippet-dialogs.tsx";
import type { SnippetSummary } from "../library/use-library.ts";
import { paths } from "../paths.ts";
import { Copyable } from "../ui/copyable.tsx";
import type { Column } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { formatCount } from "../ui/format.ts";
import { Help } from "../ui/help.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { RowMenu, type RowActions } from "../ui/row-menu.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { TimeText } from "../ui/time-text.tsx";
import { useDialog } from "../ui/use-dialog.ts";

/** The HTML of a new snippet. */
const firstHtml = "<p>New snippet</p>\n";

/** The pieces that the templates of a project share. */
export function SnippetsPage() {
  const { projectId, name: projectName } = useProject();
  const may = useMay();
  const navigate = useNavigate();
  const { query, change } = useListQuery(operations.listSnippets.member.request.query);
  const list = useQuery(listQuery(operations.listSnippets.member, { params: { projectId }, query }));
  const { mutateAsync: createSnippet } = useOperation(operations.createSnippet.member, [
    operations.listSnippets.member,
  ]);
  const creation = useDialog();
  const dialog = useDialog<SnippetDialog>();
  const mayCreate = may(operations.createSnippet.member);

  function actionsOf(snippet: SnippetSummary): RowActions {
    const { snippetId } = snippet;
    return [
      { label: "Uses", icon: Link2, onSelect: () => dialog.open({ kind: "uses", snippet }) },
      {
        label: may(operations.saveSnippet.member) ? "Edit" : "Show",
        icon: Code,
        onSelect: () => void navigate(paths.snippet({ projectId, snippetId })),
      },
      may(operations.saveSnippet.member)
        ? { label: "Rename", icon: Pencil, onSelect: () => dialog.open({ kind: "rename", snippet }) }
        : undefined,
      may(operations.deleteSnippet.member)
        ? { label: "Delete", icon: Trash2, isDanger: true, onSelect: () => dialog.open({ kind: "delete", snippet }) }
        : undefined,
    ];
  }

  const columns: Column<SnippetSummary>[] = [
    {
      header: "Name",
      sort: "name",
      kind: "title",
      cell: ({ snippetId, name }) => (
        <Anchor component={Link} to={paths.snippet({ projectId, snippetId })} c="var(--ink)" fw={500}>
          {name}
        </Anchor>
      ),
    },
    {
      header: "Use it as",
      width: 16,
      isExtra: true,
      cell: ({ name }) => <Copyable name="tag" value={`{{> ${name} }}`} />,
    },
    { header: "Used by", width: 9, cell: ({ templateCount }) => formatCount(templateCount, "template") },
    { header: "Changed", sort: "updatedAt", width: 9, cell: ({ updatedAt }) => <TimeText instant={updatedAt} /> },
    {
      header: "Actions",
      kind: "actions",
      cell: (snippet) => <RowMenu name={snippet.name} actions={actionsOf(snippet)} />,
    },
  ];

  const isFiltered = query.search !== undefined;
  const isEmpty = list.data?.pagination.total === 0 && !isFiltered;
  const button = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => creation.open(true)}>
      New snippet
    </Button>
  );
  return (
    <>
      <PageHead
        title="Snippets"
        documentTitle={`Snippets · ${projectName}`}
        help={
          <Help about="Snippets">
            Pieces that several templates share, such as a letterhead. A template uses one with a tag such as{" "}
            <code>{"{{> letterhead }}"}</code>.
          </Help>
        }
      >
        {mayCreate && !isEmpty ? button : null}
      </PageHead>
      {isEmpty ? null : (
        <ListBar>
          <SearchField label="Search snippets" value={query.search ?? ""} onSearch={(search) => change({ search })} />
        </ListBar>
      )}
      <ListPage
        label="Snippets"
        noun="snippet"
        columns={columns}
        list={list}
        itemsOf={({ snippets }) => snippets}
        keyOf={({ snippetId }) => snippetId}
        sort={query.sort}
        onChange={change}
        empty={
          isFiltered ? (
            <NoMatch text="No snippets match" onClear={() => change({ search: undefined })} />
          ) : (
            <EmptyState
              icon={Puzzle}
              title="No snippets yet"
              text={
                mayCreate
                  ? "Write a letterhead, a footer or a whole layout once. Drafts follow every change, and published versions stay as they are until you update them."
                  : "Owners and editors can write snippets."
              }
              {...(mayCreate ? { action: button } : {})}
            />
          )
        }
      />
      <NameDialog
        title="New snippet"
        submit="Create snippet"
        placeholder="letterhead"
        text={
          <>
            Templates use it by this name, as in <code>{"{{> letterhead }}"}</code>.
          </>
        }
        {...creation.props}
        send={(name) => createSnippet({ params: { projectId }, body: { name, html: firstHtml } })}
        onDone={({ snippetId }) => void navigate(paths.snippet({ projectId, snippetId }))}
      />
      {dialog.subject === undefined ? null : <SnippetDialogs dialog={dialog} />}
    </>
  );
}
