import { operations, Problem } from "@platen/contracts";
import { documentFileName } from "@platen/contracts/file-name";
import { after, testGrowth } from "@platen/testing/growth";
import { bearerOf } from "./auth/api-key.ts";
import { cookieOf } from "./auth/session.ts";
import { hasCopy } from "./contents/has-copy.ts";
import { contentDisposition } from "./generate/content-disposition.ts";
import { redact } from "./kept-requests/redact.ts";
import { canvasHeaders } from "./pages/canvas.ts";
import { refusalOf } from "./refusals/refusal-of.ts";
import { chooseForm } from "./routes/choose-form.ts";

testGrowth(import.meta.dirname, {
  "the names in data that are kept without some values": {
    read: (text) => redact({ [text]: { [text]: text } }, ["customer.iban", "items.*.secret", "*.*.*"]),
    files: ["kept-requests/redact"],
    limit: 1_000_000,
    known: [after("", ".")],
  },
  "the headers of a request": {
    read: (text) => [
      bearerOf(text),
      bearerOf(`Bearer ${text}`),
      cookieOf(text, "a"),
      canvasHeaders(text),
      chooseForm(text, "pdf"),
      hasCopy('"a"', text),
    ],
    files: ["auth/api-key", "auth/session", "contents/has-copy", "pages/canvas", "routes/choose-form"],
    limit: 16_384,
  },
  "the field of a refused request": {
    read: (text) => {
      const problem = new Problem("request.invalid", { details: [{ path: text, message: text }] });
      return refusalOf(operations.generateDocument, problem);
    },
    files: ["refusals/refusal-of"],
    limit: 5_000_000,
  },
  "the name of a PDF": {
    read: (text) => contentDisposition("inline", documentFileName("pdf", text, "")),
    files: ["generate/content-disposition"],
    limit: 5_000_000,
  },
});
