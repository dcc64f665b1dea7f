import { operations } from "@platen/contracts";
import {
  findDocumentContent,
  findProjectDocumentContent,
  readDocumentContent,
  readProjectDocumentContent,
} from "@platen/contracts/internal";
import type { Dependencies } from "../dependencies.ts";
import type { Routes } from "./routes.ts";

/** Mounts the downloads of kept PDFs, for keys and for members. */
export function mountContents(routes: Routes, { catalog, contentReply }: Dependencies): void {
  const { getDocumentContent: ofKey, getProjectDocumentContent: ofMember } = operations;

  routes.mount(ofKey, async ({ params }, context) => {
    const options = { publicOperation: ofKey, signal: context.signal };
    const content = await catalog.call(findDocumentContent, { params }, context, options);
    return contentReply(content, context, (query) =>
      catalog.file(readDocumentContent, { params, query }, context, options),
    );
  });
  routes.mount(ofMember, async ({ params }, context) => {
    const options = { publicOperation: ofMember, signal: context.signal };
    const content = await catalog.call(findProjectDocumentContent, { params }, context, options);
    return contentReply(content, context, (query) =>
      catalog.file(readProjectDocumentContent, { params, query }, context, options),
    );
  });
}
