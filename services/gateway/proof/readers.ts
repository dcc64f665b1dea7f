// Functions that read a caller's text on an event loop. infra/local/src/growth measures how their time grows.
export { bearerOf } from "../src/auth/api-key.ts";
export { cookieOf } from "../src/auth/session.ts";
export { hasCopy } from "../src/contents/has-copy.ts";
export { contentDisposition } from "../src/generate/content-disposition.ts";
export { redact } from "../src/kept-requests/redact.ts";
export { canvasHeaders } from "../src/pages/canvas.ts";
export { refusalOf } from "../src/refusals/refusal-of.ts";
export { chooseForm } from "../src/routes/choose-form.ts";
