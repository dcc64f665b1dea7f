/** A document of `docs/` that the reference shows as a page, beside the operations that it explains. */
export type Guide = { name: string; title: string };

/** A page of the reference: operations that a reader looks for together. */
export type Subject = {
  name: string;
  title: string;
  intro: string;
  guides: readonly Guide[];
  /** In the order of the page. `documentEvent` and `batchEvent` are the messages that Platen posts. */
  operations: readonly string[];
};

/** The guides that belong to no subject. They come first. */
export const firstGuides: readonly Guide[] = [
  { name: "first-document", title: "A first document" },
  { name: "retries", title: "Requests to repeat" },
  { name: "client", title: "The TypeScript client" },
  { name: "clients", title: "A client in your language" },
  { name: "interface-specification", title: "Rules of the interface" },
];

export const subjects: readonly Subject[] = [
  {
    name: "generate",
    title: "Generate",
    intro: "A template and data in, a PDF out, in one request.",
    guides: [{ name: "inline-html", title: "HTML of your own" }],
    operations: ["generateDocument", "generatePdf", "generateJson"],
  },
  {
    name: "documents",
    title: "Documents",
    intro: "Documents that no caller waits for, the records of all documents, kept PDFs, and links to them.",
    guides: [
      { name: "asynchronous-documents", title: "Documents without waiting" },
      { name: "kept-files", title: "Kept PDFs" },
      { name: "kept-requests", title: "Kept requests" },
    ],
    operations: [
      "createDocument",
      "listDocuments",
      "getDocument",
      "cancelDocument",
      "getDocumentUsage",
      "getDocumentContent",
      "deleteDocumentContent",
      "createLink",
      "revokeLinks",
      "openLink",
    ],
  },
  {
    name: "batches",
    title: "Batches",
    intro: "Many documents of one template, one for each row of your data, as one ZIP.",
    guides: [{ name: "batches", title: "Many documents" }],
    operations: [
      "createBatch",
      "addBatchRows",
      "startBatch",
      "getBatch",
      "getBatchEvents",
      "getBatchZip",
      "getBatchManifest",
      "listBatches",
      "pauseBatch",
      "resumeBatch",
      "cancelBatch",
      "retryBatch",
      "deleteBatch",
    ],
  },
  {
    name: "webhooks",
    title: "Webhooks",
    intro: "Messages about documents and batches to an address of yours, and what became of these messages.",
    guides: [{ name: "webhooks", title: "Receive webhooks" }],
    operations: [
      "documentEvent",
      "batchEvent",
      "listDocumentDeliveries",
      "retryDelivery",
      "listBatchDeliveries",
      "retryBatchDelivery",
    ],
  },
  {
    name: "templates",
    title: "Templates",
    intro: "Templates with their drafts and published versions.",
    guides: [{ name: "push", title: "Push templates" }],
    operations: [
      "listTemplates",
      "getTemplate",
      "createKeyTemplate",
      "updateKeyTemplate",
      "deleteKeyTemplate",
      "getKeyDraft",
      "saveKeyDraft",
      "publishKeyDraft",
      "listKeyVersions",
      "getKeyVersion",
      "restoreKeyVersion",
      "makeKeyVersionCurrent",
      "republishKeyVersion",
    ],
  },
  {
    name: "snippets",
    title: "Snippets",
    intro: "Parts that templates share, such as a letterhead.",
    guides: [],
    operations: [
      "listKeySnippets",
      "getKeySnippet",
      "createKeySnippet",
      "saveKeySnippet",
      "deleteKeySnippet",
      "getKeySnippetUses",
    ],
  },
  {
    name: "assets",
    title: "Assets",
    intro: "The pictures, fonts, style sheets and scripts of a project.",
    guides: [],
    operations: [
      "listKeyAssets",
      "uploadKeyAsset",
      "getKeyAsset",
      "renameKeyAsset",
      "deleteKeyAsset",
      "getKeyAssetContent",
      "getKeyAssetUses",
    ],
  },
  {
    name: "translations",
    title: "Translations",
    intro: "The texts of templates in several languages.",
    guides: [],
    operations: [
      "getKeyTranslations",
      "changeKeyTranslations",
      "importKeyTranslations",
      "exportKeyTranslations",
      "importKeyTemplateTranslations",
      "exportKeyTemplateTranslations",
    ],
  },
  {
    name: "projects",
    title: "Keys and projects",
    intro: "The API key of a request, and its project.",
    guides: [],
    operations: ["getOwnKey", "listProjects"],
  },
];

/** The guides in the order of the list. */
export const guides: readonly Guide[] = [...firstGuides, ...subjects.flatMap((subject) => subject.guides)];

export const guidePath = (name: string): string => `/docs/guides/${name}`;

/** Where `npm run generate` writes a guide as HTML, in the folder of the reference. */
export const guideFile = (name: string): string => `guides/${name}.html`;

/** The address of a subject, or of an operation on its page. */
export const subjectPath = (name: string, operationId?: string): string =>
  `/docs/${name}${operationId === undefined ? "" : `#${operationId}`}`;
