import { operations } from "@platen/contracts";
import { Code, Copy, Download, FilePlus2, FileText, FolderDown, History, Pencil, Tags, Trash2 } from "lucide-react";
import { useNavigate } from "react-router";
import { problemMessage } from "../../api/problem-message.ts";
import { paths, type TemplateKey } from "../../paths.ts";
import type { RowActions } from "../../ui/row-menu.tsx";
import { toastProblem } from "../../ui/toast.ts";
import { useMay, useProject } from "../project-context.ts";
import type { TemplateDialog } from "./template-dialogs.tsx";
import { useNewTemplate, type Template } from "./use-new-template.ts";

async function exportFile(templateKey: TemplateKey): Promise<void> {
  const { downloadTemplate } = await import("../template-file/download-template.ts");
  await downloadTemplate(templateKey);
}

async function exportArchive(templateKey: TemplateKey): Promise<void> {
  const { downloadArchive } = await import("../template-import/download-archive.ts");
  await downloadArchive(templateKey);
}

/** Shows a toast if work fails that has no other place on the page for errors. */
function toastFailure(work: Promise<unknown>, failed: string): void {
  void work.catch((error: unknown) => toastProblem(`${failed} ${problemMessage(error)}`));
}

/** The actions for a template: those that lead to its use, and those that change or copy it. */
type TemplateActions = { uses: RowActions; manages: RowActions };

/**
 * Returns the actions for a template that one's role allows. `open` shows the dialogs that some of them need. `save` saves
 * what an editor has not saved yet, before the draft is copied.
 */
export function useTemplateActions(
  open: (dialog: TemplateDialog) => void,
  save: () => Promise<unknown> = async () => undefined,
): (template: Template) => TemplateActions {
  const { projectId } = useProject();
  const may = useMay();
  const navigate = useNavigate();
  const { duplicate, openEditor } = useNewTemplate();
  return (template) => {
    const { templateId, name, version } = template;
    const templateKey = { projectId, templateId };
    const uses: RowActions = [
      version !== null && may(operations.createDocument.member)
        ? { label: "Make one document", icon: FilePlus2, onSelect: () => void navigate(paths.makeOne(templateKey)) }
        : undefined,
      { label: "Use it", icon: Code, onSelect: () => open({ kind: "use", template }) },
      { label: "Versions", icon: History, onSelect: () => void navigate(paths.versions(templateKey)) },
      { label: "Documents", icon: FileText, onSelect: () => void navigate(paths.documentsOfTemplate(templateKey)) },
    ];
    const manages: RowActions = [
      {
        label: "Export as a file",
        icon: Download,
        onSelect: () =>
          toastFailure(
            save().then(() => exportFile(templateKey)),
            `“${name}” was not exported.`,
          ),
      },
      {
        label: "Export as a ZIP",
        icon: FolderDown,
        onSelect: () =>
          toastFailure(
            save().then(() => exportArchive(templateKey)),
            `“${name}” was not exported.`,
          ),
      },
      may(operations.createTemplate.member)
        ? {
            label: "Duplicate",
            icon: Copy,
            onSelect: () =>
              toastFailure(
                save()
                  .then(() => duplicate(template))
                  .then(openEditor),
                `“${name}” was not duplicated.`,
              ),
          }
        : undefined,
      ...(may(operations.updateTemplate.member)
        ? [
            { label: "Rename", icon: Pencil, onSelect: () => open({ kind: "rename", template }) },
            { label: "Tags and description", icon: Tags, onSelect: () => open({ kind: "details", template }) },
          ]
        : []),
      may(operations.deleteTemplate.member)
        ? { label: "Delete", icon: Trash2, isDanger: true, onSelect: () => open({ kind: "delete", template }) }
        : undefined,
    ];
    return { uses, manages };
  };
}
