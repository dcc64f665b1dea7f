import { operations } from "@platen/contracts";
import { operationQuery, useOperation } from "../../api/operation-query.ts";
import { transport } from "../../api/transport.ts";
import { useMay, useProject } from "../../components/project-context.ts";
import { NameDialog } from "../../components/dialogs/name-dialog.tsx";
import { paths } from "../../paths.ts";
import { toast } from "../../ui/toast.ts";
import type { DialogState } from "../../ui/use-dialog.ts";
import { DeleteDialog } from "../uses/delete-dialog.tsx";
import type { SnippetSummary } from "../use-library.ts";
import { UsesDialog } from "../uses/uses-dialog.tsx";

/** The open dialog, and its snippet. */
export type SnippetDialog = { kind: "rename" | "uses" | "delete"; snippet: SnippetSummary };

/** The dialogs that the menu of a snippet's row opens. */
export function SnippetDialogs({ dialog: { subject, isOpen, close } }: { dialog: DialogState<SnippetDialog> }) {
  const { projectId } = useProject();
  const may = useMay();
  const queries = [operations.listSnippets.member, operations.getSnippet.member];
  const { mutateAsync: saveSnippet } = useOperation(operations.saveSnippet.member, queries);
  const { mutateAsync: deleteSnippet } = useOperation(operations.deleteSnippet.member, [
    operations.listSnippets.member,
  ]);
  if (!subject) return null;
  const { kind, snippet } = subject;
  const { snippetId, name } = snippet;
  const params = { projectId, snippetId };
  const propsFor = (wanted: SnippetDialog["kind"]) => ({ isOpen: isOpen && kind === wanted, onClose: close });
  const uses = operationQuery(operations.getSnippetUses.member, { params });

  /** Saves the texts as they are, under another name. */
  async function rename(newName: string) {
    const { html, css, revision } = await transport.call(operations.getSnippet.member, { params });
    return saveSnippet({ params, body: { name: newName, html, css, revision } });
  }

  return (
    <>
      <NameDialog
        title="Rename snippet"
        submit="Rename"
        text="Only a snippet that no draft and no other snippet uses can be renamed."
        initialName={name}
        {...propsFor("rename")}
        send={rename}
      />
      <UsesDialog
        title={`Uses of “${name}”`}
        query={uses}
        updatePath={may(operations.republishVersion.member) ? paths.snippetUpdate(params) : undefined}
        {...propsFor("uses")}
      />
      <DeleteDialog
        name={name}
        kind="snippet"
        query={uses}
        {...propsFor("delete")}
        onDelete={() => deleteSnippet({ params })}
        onDone={() => toast(`“${name}” is deleted.`)}
      />
    </>
  );
}
