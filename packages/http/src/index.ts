export { createJsonBodyReader } from "./json-body.ts";
export { startManagementServer, type Health } from "./management.ts";
export { createMount, type CallContext, type Handler } from "./mount.ts";
export { setUpProblems } from "./problems.ts";
export { Reply } from "./reply.ts";
export { contextOf, setUpRequestContext, type RequestObserver } from "./request-context.ts";
export { setUpSecurityHeaders } from "./security-headers.ts";
export { startServer, type RunningServer } from "./server.ts";
export { exitOnSignals } from "./shutdown.ts";
