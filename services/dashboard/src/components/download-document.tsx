import { Button } from "@mantine/core";
import { operations, type ResponseOutput } from "@platen/contracts";
import { pdfFileName } from "@platen/contracts/file-name";
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
      const { bytes } = await transport.bytes(operations.getDocumentContent.member, request, { timeoutMs: slowMs });
      downloadFile(pdfFileName(document.filename, document.templateName), bytes, "application/octet-stream");
    },
    onError: (error) => toastProblem(`The PDF was not downloaded. ${problemMessage(error)}`),
  });
  return (
    <Button loading={download.isPending} onClick={() => download.mutate()}>
      Download PDF
    </Button>
  );
}
