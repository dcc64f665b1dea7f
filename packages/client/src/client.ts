import {
  checkedDocument,
  generatedDocument,
  isOutput,
  operations,
  outputs,
  publicOperations,
  readWarningsHeader,
  tolerantOperation,
  tolerantSchema,
  type Operation,
  type OperationId,
  type RequestOf,
  type ResponseOutput,
  type Tolerant,
} from "@platen/contracts";
import { createBatchMethods } from "./batches.ts";
import { createFollowEvents } from "./follow-events.ts";
import { createOpenStream } from "./open-stream.ts";
import { createSendByFetch } from "./send-by-fetch.ts";
import { createStreamMethods } from "./streams.ts";
import { createTransport, type CallOptions } from "./transport.ts";

export type ClientOptions = {
  /** Address of the gateway, such as `https://platen.example`. */
  baseUrl: string;
  apiKey: string;
  /** Time limit for one answer; default 75 s, more than the longest deadline and the longest `wait`. */
  timeoutMs?: number;
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch;
};

/** The one operation, by the form of its answer. */
function answering<Body extends typeof generatedDocument | typeof checkedDocument>(body: Body) {
  const { generateDocument } = operations;
  return { ...generateDocument, response: { ...generateDocument.response, body } };
}

/** The operations of the API as a client reads their answers, which may come from a later release. */
const api = {
  generateDocument: tolerantOperation(answering(generatedDocument)),
  checkDocument: tolerantOperation(answering(checkedDocument)),
  listTemplates: tolerantOperation(operations.listTemplates.key),
  getTemplate: tolerantOperation(operations.getTemplate.key),
  listDocuments: tolerantOperation(operations.listDocuments.key),
  getDocument: tolerantOperation(operations.getDocument.key),
  createDocument: tolerantOperation(operations.createDocument.key),
  cancelDocument: tolerantOperation(operations.cancelDocument.key),
  createLink: tolerantOperation(operations.createLink.key),
  listProjects: tolerantOperation(operations.listProjects),
};

type Operations = typeof operations;
type OfKeys<T> = T extends { key: infer Key } ? Key : Extract<T, { access: "apiKey" }>;
type LibraryOperation = Extract<
  OfKeys<Operations[OperationId]>,
  { keyScopes: readonly ["templates"]; response: { content: "json" | "none" } }
>;
type LibraryOperationOf<Id extends LibraryOperationId> = Extract<LibraryOperation, { operationId: Id }>;
/** The operationId of an operation on templates, snippets, assets or translations, which answers with JSON or with nothing. */
export type LibraryOperationId = LibraryOperation["operationId"];
/** The parts of a request: `params`, `query`, `body` and `bytes`, those that the operation has. */
export type LibraryRequest<Id extends LibraryOperationId> = RequestOf<LibraryOperationOf<Id>>;
/** What an operation answers. */
export type LibraryAnswer<Id extends LibraryOperationId> = Tolerant<ResponseOutput<LibraryOperationOf<Id>>>;

/** Finds an operation of the library, with the schema by which a client reads its answer. */
function libraryOperation(id: string): Operation {
  const definition = publicOperations().find(({ access, operationId }) => access === "apiKey" && operationId === id);
  if (!definition || isOutput(definition.response.content)) {
    throw new TypeError(`"${id}" is not an operation on templates, snippets, assets or translations.`);
  }
  const { response } = definition;
  return { ...definition, response: { ...response, ...(response.body && { body: tolerantSchema(response.body) }) } };
}

type Query<K extends "listTemplates" | "listDocuments" | "listProjects"> = NonNullable<
  RequestOf<(typeof api)[K]>["query"]
>;
type Answer<K extends keyof typeof api> = ResponseOutput<(typeof api)[K]>;

type WithoutCheck<Request> = Request extends unknown ? Omit<Request, "check"> : never;
/** A request for a document: of a template with its data, or of HTML of your own; and options. */
export type GenerateRequest = WithoutCheck<RequestOf<typeof operations.generateDocument>["body"]>;
/** A request for a document that no caller waits for. */
export type CreateDocumentRequest = RequestOf<typeof operations.createDocument.key>["body"];
/** A template of the project. */
export type Template = Answer<"listTemplates">["templates"][number];
/** A template, with the example of its data if the call has asked for it. */
export type TemplateWithExample = Answer<"getTemplate">;
type GetTemplateOptions = CallOptions & { include?: "example" };
/** The record of a document. */
export type Document = Answer<"getDocument">;
/** How long a link works, and what a browser does with its PDF. */
export type LinkOptions = RequestOf<typeof operations.createLink.key>["body"];
/** A link to a kept PDF. */
export type Link = Answer<"createLink">;
/** The reason why a document failed. */
export type Failure = NonNullable<Document["failure"]>;
/** A generated document as JSON, with the PDF in base64. */
export type GeneratedDocument = Answer<"generateDocument">;
/** Something that a generated document lacks, such as an image that it asked the network for. */
export type Warning = GeneratedDocument["warnings"][number];
/** What a document would lack. */
export type CheckedDocument = Answer<"checkDocument">;
/** A project that the API key reaches. */
export type Project = Answer<"listProjects">["projects"][number];

/** A generated document as bytes. */
export type GeneratedPdf = {
  pdf: Uint8Array;
  documentId: string;
  /** The things that the document lacks; empty for most documents. */
  warnings: Warning[];
};

const defaultTimeoutMs = 75_000;
/** How long one request of {@link Client.waitForDocument} waits: shorter than proxies let a connection idle. */
const waitSeconds = 30;
const betweenWaitsMs = 500;

/** Creates a client of Platen's API for one API key. Its methods throw `ApiProblem` or `TransportError`. */
export function createClient(options: ClientOptions) {
  const settings = {
    baseUrl: options.baseUrl.replace(/\/+$/, ""),
    timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
    headers: () => ({ authorization: `Bearer ${options.apiKey}` }),
  };
  const transport = createTransport({ ...settings, send: createSendByFetch(options.fetch) });
  const openStream = createOpenStream({ ...settings, fetch: options.fetch });

  const listTemplates = (query: Query<"listTemplates"> = {}, call?: CallOptions): Promise<Answer<"listTemplates">> =>
    transport.call(api.listTemplates, { query }, call);
  const listDocuments = (query: Query<"listDocuments"> = {}, call?: CallOptions): Promise<Answer<"listDocuments">> =>
    transport.call(api.listDocuments, { query }, call);

  return {
    ...createBatchMethods(transport, createFollowEvents(openStream)),
    ...createStreamMethods(openStream),
    /** Generates a document and returns its PDF. */
    async generateDocument(body: GenerateRequest, call?: CallOptions): Promise<GeneratedPdf> {
      const { bytes, header } = await transport.bytes(
        api.generateDocument,
        { body },
        { ...call, headers: { accept: outputs.pdf.type, ...call?.headers } },
      );
      return {
        pdf: bytes,
        documentId: header("platen-document-id") ?? "",
        warnings: readWarningsHeader(header("platen-warnings")),
      };
    },
    /** Generates a document and returns its page count, size, checksum and times, with the PDF in base64. */
    generateDocumentAsJson(body: GenerateRequest, call?: CallOptions): Promise<GeneratedDocument> {
      return transport.call(
        api.generateDocument,
        { body },
        { ...call, headers: { accept: "application/json", ...call?.headers } },
      );
    },
    /** Fills a document without rendering it, and tells what it would lack. Leaves no record. */
    checkDocument(body: GenerateRequest, call?: CallOptions): Promise<CheckedDocument> {
      return transport.call(api.checkDocument, { body: { ...body, check: "only" } }, call);
    },
    /** Lists one page of templates. */
    listTemplates,
    /** Iterates over all templates and requests page after page. */
    async *allTemplates(query: Omit<Query<"listTemplates">, "page"> = {}): AsyncGenerator<Template> {
      for (let page = 1, totalPages = 1; page <= totalPages; page += 1) {
        const { templates, pagination } = await listTemplates({ ...query, page });
        totalPages = pagination.totalPages;
        yield* templates;
      }
    },
    /** Reads a template; with `include`, also the example of its data. */
    getTemplate(templateId: string, { include, ...call }: GetTemplateOptions = {}): Promise<TemplateWithExample> {
      return transport.call(api.getTemplate, { params: { templateId }, query: { include } }, call);
    },
    /** Lists one page of documents. */
    listDocuments,
    /** Iterates over all documents and requests page after page. */
    async *allDocuments(query: Omit<Query<"listDocuments">, "page"> = {}): AsyncGenerator<Document> {
      for (let page = 1, totalPages = 1; page <= totalPages; page += 1) {
        const { documents, pagination } = await listDocuments({ ...query, page });
        totalPages = pagination.totalPages;
        yield* documents;
      }
    },
    /** Reads the record of a document. With `wait`, the answer waits so many seconds for it to be final, at most 60. */
    getDocument(documentId: string, { wait, ...call }: CallOptions & { wait?: number } = {}): Promise<Document> {
      return transport.call(api.getDocument, { params: { documentId }, query: { wait } }, call);
    },
    /** Asks for a document and does not wait for it. Platen makes it, tries again what may pass, and keeps the PDF. */
    createDocument(body: CreateDocumentRequest, call?: CallOptions): Promise<Document> {
      return transport.call(api.createDocument, { body }, call);
    },
    /** Waits until a document of `createDocument` is completed, failed or cancelled, and returns its record. */
    async waitForDocument(documentId: string, call?: CallOptions): Promise<Document> {
      for (;;) {
        const document = await transport.call(
          api.getDocument,
          { params: { documentId }, query: { wait: waitSeconds } },
          call,
        );
        if (document.status !== "queued" && document.status !== "rendering") return document;
        // A service to which many wait answers at once.
        await new Promise((resolve) => setTimeout(resolve, betweenWaitsMs));
      }
    },
    /** Cancels a document of `createDocument` that is not finished. */
    cancelDocument(documentId: string, call?: CallOptions): Promise<Document> {
      return transport.call(api.cancelDocument, { params: { documentId } }, call);
    },
    /** Downloads the PDF of a document that was made by `createDocument` or with `store`. */
    async getDocumentContent(documentId: string, call?: CallOptions): Promise<Uint8Array> {
      return (await transport.bytes(operations.getDocumentContent.key, { params: { documentId } }, call)).bytes;
    },
    /** Deletes the kept PDF of a document. */
    deleteDocumentContent(documentId: string, call?: CallOptions): Promise<void> {
      return transport.call(operations.deleteDocumentContent.key, { params: { documentId } }, call);
    },
    /** Creates a link that opens the kept PDF without an API key: for an hour, unless `expiresIn` says otherwise. */
    createLink(documentId: string, options: LinkOptions = {}, call?: CallOptions): Promise<Link> {
      return transport.call(api.createLink, { params: { documentId }, body: options }, call);
    },
    /** Takes back all links to the kept PDF that were created before. */
    revokeLinks(documentId: string, call?: CallOptions): Promise<void> {
      return transport.call(operations.revokeLinks.key, { params: { documentId } }, call);
    },
    /**
     * Calls an operation on templates, snippets, assets or translations by its operationId in Platen's OpenAPI document.
     * The key needs the scope `templates`.
     */
    async call<Id extends LibraryOperationId>(
      id: Id,
      request: LibraryRequest<Id>,
      call?: CallOptions,
    ): Promise<LibraryAnswer<Id>> {
      // The request has the operation's type, and the schema that reads the answer is derived from that of the answer's type.
      const answer: unknown = await transport.call<Operation>(
        libraryOperation(id),
        request as RequestOf<Operation>,
        call,
      );
      return answer as LibraryAnswer<Id>;
    },
    /** Downloads the bytes of an asset. */
    async getAssetContent(assetId: string, call?: CallOptions): Promise<Uint8Array> {
      return (await transport.bytes(operations.getAssetContent.key, { params: { assetId } }, call)).bytes;
    },
    /** Lists the projects that the API key reaches: its own project alone. */
    listProjects(query: Query<"listProjects"> = {}, call?: CallOptions): Promise<Answer<"listProjects">> {
      return transport.call(api.listProjects, { query }, call);
    },
  };
}

export type Client = ReturnType<typeof createClient>;
