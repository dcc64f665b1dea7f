import type { Section } from "../reference.ts";

export const documents: Section = {
  tag: "Documents",
  operations: {
    generateDocument: {
      summary: "Generate a document",
      description:
        'Fills a template of the key\'s project with `data`, or prints the `html` of the request, and returns the PDF. If `Accept` names `application/json` but neither `application/pdf` nor `*/*`, the response is JSON with the PDF in base64. With `check: "only"` it is always JSON, without a PDF.',
    },
    generatePdf: {
      summary: "Generate a PDF",
      description:
        "Does what `/generate` does, and returns the PDF whatever `Accept` says. `check` is refused here, and belongs to `POST /api/v1/generate`. A problem is JSON.",
    },
    generateJson: {
      summary: "Generate a PDF as JSON",
      description:
        "Does what `/generate` does, and returns JSON with the PDF in base64, whatever `Accept` says. `check` is refused here, and belongs to `POST /api/v1/generate`.",
    },
    createDocument: {
      summary: "Generate a document without waiting",
      description:
        "Takes a request like that of `/generate` and answers at once, with the document's record. Platen then makes the document, tries failures that may pass again, and keeps the PDF. `Location` names the PDF. The request needs an installation that keeps PDFs.",
    },
    listDocuments: {
      summary: "List documents",
    },
    getDocument: {
      summary: "Get a document's record",
    },
    cancelDocument: {
      summary: "Cancel a document",
      description:
        "Cancels a document of `POST /documents` that is queued or rendering, and returns its record. A document that is completed, failed or cancelled stays as it is.",
    },
    getDocumentUsage: {
      summary: "Count documents",
      description:
        "Counts the documents of each hour or day: how many were completed, failed or have warnings, their pages, and how long they took. A document counts at the time of its request, some seconds after it has an outcome. Counts stay when records are deleted. Cancelled documents and previews do not count.",
    },
    getDocumentContent: {
      summary: "Download a document's kept PDF",
      description:
        "Returns the kept PDF. `ETag` is its SHA-256, and `Repr-Digest` too (RFC 9530); `If-None-Match` with it is answered with status 304. `Range` asks for a part, answered with status 206, and `If-Range` for a part of exactly this PDF. Platen compares a whole PDF with its SHA-256 while it sends it, and breaks the connection if the bytes have changed. A document of `POST /documents` that is in progress is answered with status 202 and `Retry-After`; a failed document, with the problem of its failure.",
    },
    deleteDocumentContent: {
      summary: "Delete a document's kept PDF",
      description:
        "Deletes the kept PDF, and the kept request if the project keeps requests. The record of the document stays. A second call changes nothing.",
    },
  },
};
