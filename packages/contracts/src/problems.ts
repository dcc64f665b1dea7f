/** The closed table of problem codes: the HTTP status, the meaning, and how the caller can fix it. */
export const problems = {
  "request.invalid": {
    status: 400,
    meaning:
      "A parameter or field is missing, unknown, of the wrong type or out of range. `details` lists each one with its error.",
  },
  "request.malformed_json": { status: 400, meaning: "The request body is not valid JSON." },
  "auth.key_missing": {
    status: 401,
    meaning: "The request has no API key. Send it in the header `Authorization: Bearer <API key>`.",
  },
  "auth.key_invalid": {
    status: 401,
    meaning: "The API key is malformed, unknown or revoked. Check the key, or create a new one in the dashboard.",
  },
  "auth.session_invalid": {
    status: 401,
    meaning: "The dashboard session is missing, expired or revoked. Sign in again.",
  },
  "auth.credentials_invalid": {
    status: 401,
    meaning: "The e-mail address or the password is wrong.",
  },
  "auth.scope_missing": {
    status: 403,
    meaning:
      "The caller's role in the project or in the installation, or the scope of its API key, does not allow this operation. Ask an owner of the project, or the operator, for another role, or use another key.",
  },
  "project.inline_html_disabled": {
    status: 403,
    meaning:
      "The project does not allow documents from the request's own `html`. An owner of the project allows them in the dashboard, under Settings; or publish the HTML as a template and send its `templateId`.",
  },
  "auth.token_invalid": {
    status: 401,
    meaning: "The service token or grant does not allow this operation. Only Platen's own processes send such tokens.",
  },
  "auth.cross_site": {
    status: 403,
    meaning:
      "Another site sent this request, or the dashboard is not at this host name. Only the dashboard's own pages may send requests that change something.",
  },
  "route.not_found": { status: 404, meaning: "No operation has this path." },
  "template.not_found": { status: 404, meaning: "The project has no such template or version." },
  "document.not_found": { status: 404, meaning: "The project has no such document." },
  "content.not_found": { status: 404, meaning: "Platen has not kept the PDF of this document." },
  "content.gone": { status: 410, meaning: "The kept PDF has expired or was deleted." },
  "content.lost": {
    status: 410,
    meaning:
      "The storage has no file of the kept PDF: make the document again, or ask the operator to restore the file from a backup.",
  },
  "link.not_found": {
    status: 404,
    meaning: "The link is incomplete or was changed. Open it exactly as it was sent.",
  },
  "link.gone": { status: 410, meaning: "The link has expired or was taken back. Ask for a new one." },
  "content.range_invalid": { status: 416, meaning: "The `Range` begins after the end of the file." },
  "batch.not_found": { status: 404, meaning: "The project has no such batch." },
  "project.not_found": { status: 404, meaning: "The project does not exist, or the caller is not a member." },
  "delivery.not_found": { status: 404, meaning: "The document has no such delivery." },
  "asset.not_found": { status: 404, meaning: "The project has no such asset." },
  "snippet.not_found": { status: 404, meaning: "The project has no such snippet." },
  "key.not_found": { status: 404, meaning: "The project has no such active API key." },
  "member.not_found": { status: 404, meaning: "The project has no such member or invitation." },
  "method.not_allowed": {
    status: 405,
    meaning: "The path does not support this method. The `Allow` header lists the supported methods.",
  },
  "request.not_acceptable": {
    status: 406,
    meaning: "`Accept` allows no type that this operation can send. Accept `application/pdf` or `application/json`.",
  },
  "document.not_ready": { status: 409, meaning: "The document is not finished yet." },
  "document.cancelled": { status: 409, meaning: "The document was cancelled, so it has no PDF." },
  "batch.not_open": {
    status: 409,
    meaning: "The state of the batch does not allow this. The message names the state and what it allows.",
  },
  "batch.offset_mismatch": {
    status: 409,
    meaning:
      "`Row-Offset` is after the rows that Platen has. The header `Row-Offset` of the answer tells how many it has: continue there.",
  },
  "template.name_taken": { status: 409, meaning: "Another template of the project has this name." },
  "template.edit_conflict": {
    status: 409,
    meaning: "Another save changed the draft after you loaded it. Load the draft again.",
  },
  "asset.name_taken": { status: 409, meaning: "Another asset of the project has this name." },
  "asset.in_use": {
    status: 409,
    meaning: "Drafts or snippets use the asset. Remove it from them first; `details` names them.",
  },
  "brand.in_use": {
    status: 409,
    meaning: "Drafts or snippets need a colour or font of the brand. Remove it from them first; `details` names them.",
  },
  "snippet.name_taken": { status: 409, meaning: "Another snippet of the project has this name." },
  "snippet.in_use": {
    status: 409,
    meaning: "Drafts or other snippets use the snippet. Remove it from them first; `details` names them.",
  },
  "snippet.edit_conflict": {
    status: 409,
    meaning: "Another save changed the snippet after you loaded it. Load the snippet again.",
  },
  "project.not_empty": {
    status: 409,
    meaning: "The project still has templates or active API keys. To delete it, confirm with the project's name.",
  },
  "account.exists": {
    status: 409,
    meaning: "The first account exists already. Sign in, or ask an owner of a project for an invitation.",
  },
  "member.last_owner": {
    status: 409,
    meaning: "A project must keep at least one owner. Make another member an owner first.",
  },
  "invitation.other_account": {
    status: 409,
    meaning:
      "The browser is signed in to another account than the invited one. Sign out, or open the invitation in a private window.",
  },
  "quota.reached": {
    status: 409,
    meaning:
      "The project or the account has as many items or bytes of this kind as it may. The message names the limit.",
  },
  "idempotency.in_progress": {
    status: 409,
    meaning: "The first request with this `Idempotency-Key` is still in progress. Try again later.",
  },
  "request.too_large": { status: 413, meaning: "The request body exceeds the size limit." },
  "batch.too_large": {
    status: 413,
    meaning: "The batch would have more rows or bytes than a batch may have. Put further rows into another batch.",
  },
  "request.media_unsupported": {
    status: 415,
    meaning: "The request body must be `application/json` in UTF-8: plain, or compressed with gzip, deflate or br.",
  },
  "request.too_complex": {
    status: 422,
    meaning:
      "Reading and checking the request exceeded its limit of processor time or memory. Send fewer values, names or levels, or several smaller requests.",
  },
  "asset.invalid": {
    status: 422,
    meaning:
      "The file is not a picture, font, style sheet or script that a project may keep, or its content is not what its name says.",
  },
  "translation.invalid": {
    status: 422,
    meaning:
      "A text of a translation is not a valid ICU message, or a file of translations cannot be read. `details` lists each error with its language and key, or its line in the file.",
  },
  "template.syntax_invalid": {
    status: 422,
    meaning: "The template is not valid Mustache. `details` gives the field, line and column of each error.",
  },
  "template.not_published": {
    status: 422,
    meaning: "The template has no published version. Publish its draft in the dashboard first.",
  },
  "document.data_invalid": { status: 422, meaning: "The template cannot be filled with this data." },
  "document.too_large": {
    status: 422,
    meaning: "The filled HTML or the PDF exceeds a size limit. Send less data, or split the document.",
  },
  "document.memory_exceeded": {
    status: 422,
    meaning:
      "The document's page needs more memory than a document may take. Use fewer or smaller pictures, split the document, or let its scripts keep less.",
  },
  "render.failed": {
    status: 422,
    meaning: "The document cannot be rendered. Change the template or the data: the same request will fail again.",
  },
  "idempotency.key_reused": {
    status: 422,
    meaning: "Another request with a different body has used this `Idempotency-Key`. Send a new key.",
  },
  "webhook.url_refused": {
    status: 422,
    meaning: "Platen does not call the address. The message says why.",
  },
  "rate.limited": {
    status: 429,
    meaning: "The API key or address has sent too many requests. Wait the seconds in `Retry-After`, then try again.",
  },
  "project.busy": {
    status: 429,
    meaning:
      "The project has too many documents in progress, or their data take too much space. Wait the seconds in `Retry-After`, then try again.",
  },
  "idempotency.too_many_keys": {
    status: 429,
    meaning:
      "The account has sent more different keys within a day than Platen can remember. Send the request without `Idempotency-Key`, or wait until older keys are forgotten, 24 hours after their first request.",
  },
  internal: { status: 500, meaning: "Platen failed unexpectedly. Report the `requestId` if it happens again." },
  "render.crashed": { status: 500, meaning: "The browser crashed on every attempt to render the document." },
  "queue.full": {
    status: 503,
    meaning:
      "The queue is too long to render the document in time, or has no space for its data. Wait the seconds in `Retry-After`, then try again.",
  },
  "dependency.unavailable": {
    status: 503,
    meaning: "A service that Platen depends on is unavailable. Try again.",
  },
  "storage.unavailable": {
    status: 503,
    meaning: "The storage of kept PDFs is unavailable. Only Platen's workers get this code, when they send a PDF.",
  },
  "render.engine_unavailable": { status: 503, meaning: "No browser is available to render the document. Try again." },
  "render.timeout": {
    status: 504,
    meaning:
      "The document was not ready before its deadline. The message names the stage that used up the time: opening (creating the record), queue, template, load or print.",
  },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ProblemCode = keyof typeof problems;

/** What becomes of a failed document's failure in an answer. */
export const failureProblems = [
  "template.syntax_invalid",
  "document.data_invalid",
  "document.too_large",
  "document.memory_exceeded",
  "render.failed",
  "render.crashed",
  "render.timeout",
  "render.engine_unavailable",
] as const satisfies readonly ProblemCode[];
