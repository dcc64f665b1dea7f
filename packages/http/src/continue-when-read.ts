import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Sends `100 Continue` to a caller who waits for it (`Expect: 100-continue`) when a reader of the body comes, and not at all
 * before a refusal. Node alone sends it with every head, and so asks for bodies that are refused.
 */
export function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  const noticeReader = (event: string | symbol) => {
    if (event !== "data" && event !== "readable") return;
    request.off("newListener", noticeReader);
    if (!response.headersSent) response.writeContinue();
  };
  request.on("newListener", noticeReader);
}
