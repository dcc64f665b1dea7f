import { operations } from "@platen/contracts";
import { Code, Copy, Download, FileText, History, Pencil, Tags, Trash2 } from "lucide-react";
import { useNavigate } from "react-router";
import { problemMessage } from "../../api/problem-message.ts";
import { paths } from "../../paths.ts";
import type { RowAction } from "../../ui/row-menu.tsx";
import { toast } from "../../ui/toast.ts";
import { useMay, useProject } from "../project-context.ts";
import type { TemplateDialog } from "./template-dialogs.tsx";
import { useNewTemplate, type Template } from "./use-new-template.ts";

async function exportFile(place: { projectId: string; templateId: string }): Promise<void> {
  const { downloadTemplate } = await import("../template-file/download-template.ts");
  await downloadTemplate(place);
}

/** Says what went wrong with work that has no place of its own on the page. */
function orSay(work: Promise<unknown>, failed: string): void {
  void work.catch((error: unknown) => toast(`${failed} ${problemMessage(error)}`));
}

/** Gives what can be done with a template, as far as one's role allows; `open` shows the dialogs of some. */
export function useTemplateActions(open: (dialog: TemplateDialog) => void): (template: Template) => RowAction[] {
  const { projectId } = useProject();
  const may = useMay();
  const navigate = useNavigate();
  const { duplicate, openEditor } = useNewTemplate();
  return (template) => {
    const { templateId, name } = template;
    const place = { projectId, templateId };
    const actions: (RowAction | undefined)[] = [
      { label: "Use it", icon: Code, onSelect: () => open({ kind: "use", template }) },
      { label: "Versions", icon: History, onSelect: () => void navigate(paths.versions(place)) },
      { label: "Its documents", icon: FileText, onSelect: () => void navigate(paths.documentsOfTemplate(place)) },
      {
        label: "Export as a file",
        icon: Download,
        onSelect: () => orSay(exportFile(place), `“${name}” was not exported.`),
      },
      may(operations.createTemplate)
        ? {
            label: "Duplicate",
            icon: Copy,
            onSelect: () => orSay(duplicate(template).then(openEditor), `“${name}” was not duplicated.`),
          }
        : undefined,
      ...(may(operations.updateTemplate)
        ? [
            { label: "Rename", icon: Pencil, onSelect: () => open({ kind: "rename", template }) },
            { label: "Tags and description", icon: Tags, onSelect: () => open({ kind: "details", template }) },
          ]
        : []),
      may(operations.deleteTemplate)
        ? { label: "Delete", icon: Trash2, isDanger: true, onSelect: () => open({ kind: "delete", template }) }
        : undefined,
    ];
    return actions.filter((action) => action !== undefined);
  };
}
