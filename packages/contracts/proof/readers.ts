// Functions that read a caller's text on an event loop. infra/local/src/growth measures how their time grows.
export { generateHeaders } from "../src/schemas/document.ts";
export { requestKeepingBody } from "../src/schemas/kept-request.ts";
export { email } from "../src/schemas/project.ts";
export { readWarningsHeader } from "../src/warnings-header.ts";
