import { operations } from "@platen/contracts";
import { transport } from "../../api/transport.ts";
import { templateFileName, writeTemplateFile } from "./template-file.ts";

/** Gives the browser a file to save. */
function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Saves a template with its draft as a file, as both are on the server now. */
export async function downloadTemplate(params: { projectId: string; templateId: string }): Promise<void> {
  const [template, draft] = await Promise.all([
    transport.call(operations.getProjectTemplate, { params }),
    transport.call(operations.getDraft, { params }),
  ]);
  download(templateFileName(template.name), writeTemplateFile(template, draft));
}
