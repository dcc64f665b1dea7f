export { classify, toError, toFailure } from "./classify.ts";
export { abortedError, raceAbort } from "./race-abort.ts";
export { isNamed, isRenderError, RenderError } from "./render-error.ts";
