import { operations } from "@platen/contracts";
import { transport } from "../../api/transport.ts";
import type { TemplateKey } from "../../paths.ts";
import { downloadFile } from "../../ui/download-file.ts";
import { templateFileName, writeTemplateFile } from "./template-file.ts";

/** Downloads a template with its saved draft as a file. */
export async function downloadTemplate(params: TemplateKey): Promise<void> {
  const [template, draft] = await Promise.all([
    transport.call(operations.getTemplate.member, { params }),
    transport.call(operations.getDraft.member, { params }),
  ]);
  downloadFile(templateFileName(template.name), writeTemplateFile(template, draft), "application/json");
}
