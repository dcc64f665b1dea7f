import { Button } from "@mantine/core";
import { operations, outputNames, outputs, type ResponseOutput } from "@platen/contracts";
import { documentFileName } from "@platen/contracts/file-name";
import { useMutation } from "@tanstack/react-query";
import { problemMessage } from "../api/problem-message.ts";
import { transport } from "../api/transport.ts";
import { downloadFile } from "../ui/download-file.ts";
import { toastProblem } from "../ui/toast.ts";
import { useProject } from "./project-context.ts";

type Document = ResponseOutput<typeof operations.getDocument.key>;

const slowMs = 120_000;

/** Saves the kept PDF of a document as a file of the user's. */
export function DownloadDocument({ document }: { document: Document }) {
  const { projectId } = useProject();
  const download = useMutation({
    mutationFn: async () => {
      const request = { params: { projectId, documentId: document.documentId } };
      const file = await transport.bytes(operations.getDocumentContent.member, request, { timeoutMs: slowMs });
      const output = outputNames.find((name) => outputs[name].type === file.header("content-type")) ?? "pdf";
      const name = documentFileName(output, document.filename, document.templateName);
      downloadFile(name, file.bytes, "application/octet-stream");
    },
    onError: (error) => toastProblem(`The PDF was not downloaded. ${problemMessage(error)}`),
  });
  return (
    <Button loading={download.isPending} onClick={() => download.mutate()}>
      Download PDF
    </Button>
  );
}
