import { operations, readWarningsHeader, type RequestOf, type ResponseOutput, type Warning } from "@platen/contracts";
import { createSendByFetch } from "./send-by-fetch.ts";
import { createTransport, type CallOptions } from "./transport.ts";

export type ClientOptions = {
  /** Address of the gateway, such as `https://platen.example`. */
  baseUrl: string;
  apiKey: string;
  /** Longest wait for one answer; default 65 s, a little over the longest deadline. */
  timeoutMs?: number;
  fetch?: typeof globalThis.fetch;
};

type Body<K extends "generateDocument"> = RequestOf<(typeof operations)[K]>["body"];
type Query<K extends "listTemplates" | "listDocuments" | "listProjects"> = NonNullable<
  RequestOf<(typeof operations)[K]>["query"]
>;
type Output<K extends keyof typeof operations> = ResponseOutput<(typeof operations)[K]>;

export type GeneratedPdf = {
  pdf: Uint8Array;
  documentId: string;
  /** What the document lacks, though it was made. */
  warnings: Warning[];
};

const defaultTimeoutMs = 65_000;

/** Makes a client of Platen's API for one API key. Its methods throw `ApiProblem` or `TransportError`. */
export function createClient(options: ClientOptions) {
  const transport = createTransport({
    baseUrl: options.baseUrl.replace(/\/+$/, ""),
    timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
    headers: () => ({ authorization: `Bearer ${options.apiKey}` }),
    send: createSendByFetch(options.fetch),
  });

  const listTemplates = (query: Query<"listTemplates"> = {}, call?: CallOptions): Promise<Output<"listTemplates">> =>
    transport.call(operations.listTemplates, { query }, call);
  const listDocuments = (query: Query<"listDocuments"> = {}, call?: CallOptions): Promise<Output<"listDocuments">> =>
    transport.call(operations.listDocuments, { query }, call);

  return {
    /** Generates a document and gives its PDF, with what the document lacks. */
    async generateDocument(body: Body<"generateDocument">, call?: CallOptions): Promise<GeneratedPdf> {
      const { bytes, header } = await transport.bytes(
        operations.generateDocument,
        { body },
        { ...call, headers: { accept: "application/pdf", ...call?.headers } },
      );
      return {
        pdf: bytes,
        documentId: header("platen-document-id") ?? "",
        warnings: readWarningsHeader(header("platen-warnings")),
      };
    },
    /** Generates a document and gives what is known of it, with the PDF in base64. */
    generateDocumentAsJson(body: Body<"generateDocument">, call?: CallOptions): Promise<Output<"generateDocument">> {
      return transport.call(
        operations.generateDocument,
        { body },
        { ...call, headers: { accept: "application/json", ...call?.headers } },
      );
    },
    listTemplates,
    /** Walks over all templates, page by page. */
    async *allTemplates(query: Omit<Query<"listTemplates">, "page"> = {}): AsyncGenerator<Output<"getTemplate">> {
      for (let page = 1, totalPages = 1; page <= totalPages; page += 1) {
        const { templates, pagination } = await listTemplates({ ...query, page });
        totalPages = pagination.totalPages;
        yield* templates;
      }
    },
    getTemplate(templateId: string, call?: CallOptions): Promise<Output<"getTemplate">> {
      return transport.call(operations.getTemplate, { params: { templateId } }, call);
    },
    listDocuments,
    /** Walks over all documents, page by page. */
    async *allDocuments(query: Omit<Query<"listDocuments">, "page"> = {}): AsyncGenerator<Output<"getDocument">> {
      for (let page = 1, totalPages = 1; page <= totalPages; page += 1) {
        const { documents, pagination } = await listDocuments({ ...query, page });
        totalPages = pagination.totalPages;
        yield* documents;
      }
    },
    getDocument(documentId: string, call?: CallOptions): Promise<Output<"getDocument">> {
      return transport.call(operations.getDocument, { params: { documentId } }, call);
    },
    listProjects(query: Query<"listProjects"> = {}, call?: CallOptions): Promise<Output<"listProjects">> {
      return transport.call(operations.listProjects, { query }, call);
    },
  };
}

export type Client = ReturnType<typeof createClient>;
