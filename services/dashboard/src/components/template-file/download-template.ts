import { operations } from "@platen/contracts";
import { transport } from "../../api/transport.ts";
import type { TemplateKey } from "../../paths.ts";
import { templateFileName, writeTemplateFile } from "./template-file.ts";

/** Lets the browser save a file. */
function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Downloads a template with its saved draft as a file. */
export async function downloadTemplate(params: TemplateKey): Promise<void> {
  const [template, draft] = await Promise.all([
    transport.call(operations.getProjectTemplate, { params }),
    transport.call(operations.getDraft, { params }),
  ]);
  download(templateFileName(template.name), writeTemplateFile(template, draft));
}
