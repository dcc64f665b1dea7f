export { classify, toError, toFailure } from "./classify.ts";
export { abortedError, raceAbort } from "./race-abort.ts";
export { isNamed, isRenderError, RenderError, type FailureCode, type FailureDetail } from "./render-error.ts";
