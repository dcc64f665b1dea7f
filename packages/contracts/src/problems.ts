/** The closed table of problem codes: the HTTP status, what it means, and what the caller can do. */
export const problems = {
  "request.invalid": {
    status: 400,
    meaning: "A parameter or field is missing, unknown, of the wrong type or out of range. `details` lists every one.",
  },
  "request.malformed_json": { status: 400, meaning: "The body is not valid JSON." },
  "auth.key_missing": { status: 401, meaning: "The request carries no `Authorization: Bearer` header." },
  "auth.key_invalid": {
    status: 401,
    meaning: "The API key is malformed, unknown or revoked; the answer does not say which.",
  },
  "auth.session_invalid": {
    status: 401,
    meaning: "The dashboard session is missing, has ended or was revoked. Sign in again.",
  },
  "auth.credentials_invalid": {
    status: 401,
    meaning: "The e-mail address or the password is wrong; the answer does not say which.",
  },
  "auth.scope_missing": {
    status: 403,
    meaning: "The caller is known, but its role or scope does not allow this operation.",
  },
  "auth.token_invalid": {
    status: 401,
    meaning: "Between the service's own processes: the service token or grant does not open this operation.",
  },
  "auth.cross_site": { status: 403, meaning: "A dashboard request that changes something came from another site." },
  "route.not_found": { status: 404, meaning: "There is no such path." },
  "template.not_found": { status: 404, meaning: "The project has no such template or version." },
  "document.not_found": { status: 404, meaning: "The project has no such document." },
  "project.not_found": { status: 404, meaning: "There is no such project among the caller's projects." },
  "key.not_found": { status: 404, meaning: "The project has no such active API key." },
  "member.not_found": { status: 404, meaning: "The project has no such member or invitation." },
  "method.not_allowed": {
    status: 405,
    meaning: "The path exists, but not with this method; `Allow` lists those it has.",
  },
  "request.not_acceptable": {
    status: 406,
    meaning: "None of the types in `Accept` can be produced; generation gives application/pdf or application/json.",
  },
  "document.not_ready": { status: 409, meaning: "The document is not finished yet." },
  "template.name_taken": { status: 409, meaning: "Another template of the project has this name." },
  "template.edit_conflict": {
    status: 409,
    meaning: "The draft was saved by somebody else in the meantime; load it again.",
  },
  "project.not_empty": {
    status: 409,
    meaning: "The project still has templates or keys; confirm its deletion by its name.",
  },
  "account.exists": {
    status: 409,
    meaning: "There is an account already: set-up is done once, and an e-mail address has one account.",
  },
  "member.last_owner": { status: 409, meaning: "A project keeps at least one owner." },
  "idempotency.in_progress": { status: 409, meaning: "The first request with this Idempotency-Key is still running." },
  "request.too_large": { status: 413, meaning: "The body is larger than the limit." },
  "request.media_unsupported": {
    status: 415,
    meaning: "The body is not `application/json` in UTF-8, or is compressed in an unknown way.",
  },
  "template.syntax_invalid": {
    status: 422,
    meaning: "The template's Mustache does not parse; `details` has the part, line and column.",
  },
  "template.not_published": { status: 422, meaning: "The template has no published version yet." },
  "document.data_invalid": { status: 422, meaning: "The data cannot be filled into the template." },
  "document.too_large": { status: 422, meaning: "The filled-in HTML or the PDF is larger than the limit." },
  "render.failed": {
    status: 422,
    meaning: "The document cannot be rendered as it is; the same request will fail again.",
  },
  "idempotency.key_reused": { status: 422, meaning: "This Idempotency-Key was used with another body." },
  "rate.limited": {
    status: 429,
    meaning: "The key or address has sent too many requests; `Retry-After` says when to try again.",
  },
  "project.busy": {
    status: 429,
    meaning: "The project has too many documents in progress; `Retry-After` says when to try again.",
  },
  internal: { status: 500, meaning: "Something went wrong on our side. Quote the request id." },
  "render.crashed": { status: 500, meaning: "Rendering crashed on every try." },
  "queue.full": {
    status: 503,
    meaning: "More documents wait than can be rendered in time; `Retry-After` says when to try again.",
  },
  "dependency.unavailable": {
    status: 503,
    meaning: "A part of the service is not reachable at the moment. Try again.",
  },
  "render.engine_unavailable": { status: 503, meaning: "No render engine is available at the moment. Try again." },
  "render.timeout": {
    status: 504,
    meaning:
      "The document was not ready within its deadline; the message names the stage that used the time: opening (of its record), queue, template, load or print.",
  },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ProblemCode = keyof typeof problems;
