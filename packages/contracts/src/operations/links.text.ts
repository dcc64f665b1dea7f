import type { Section } from "../reference.ts";

export const links: Section = {
  tag: "Documents",
  operations: {
    createLink: {
      summary: "Create a link to a document's kept PDF",
      description:
        "Creates a link that opens the kept PDF without an API key, until it expires, is taken back or the PDF is deleted. Platen does not store links.",
    },
    revokeLinks: {
      summary: "Take back all links to a document's kept PDF",
      description:
        "Takes back all links to the document's kept PDF that were created before. The PDF stays. A second call changes nothing.",
    },
    openLink: {
      summary: "Open a link to a kept PDF",
      description:
        "Returns the kept PDF to everybody who has the link: to be shown or to be saved, as its creator chose. `ETag`, `If-None-Match`, `Range` and `If-Range` work as for `/content`. A caller whose `Accept` prefers `text/html`, such as a browser, gets problems as a page.",
    },
  },
};
