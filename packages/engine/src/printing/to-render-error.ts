import type { RenderStage } from "@platen/contracts";
import { isNamed, RenderError } from "../failure/render-error.ts";

export function leftPage(cause?: unknown): RenderError {
  return new RenderError("render_failed", {
    stage: "load",
    detail:
      "A script in the document left its page. Remove the code that sets the location, reloads the page or closes the window.",
    cause,
  });
}

/** Refusals by Chromium that are the document's own fault, with the message to its author. */
const refusals = [
  {
    pattern: /page range|page ranges/i,
    path: "settings.pageRanges",
    message: "names pages that the document does not have. List pages between 1 and the last page, in ascending order",
  },
  {
    pattern: /paper width is zero/i,
    path: "settings.width",
    message: "is 0. Set a width above 0, such as 210mm",
  },
  {
    pattern: /paper height is zero/i,
    path: "settings.height",
    message: "is 0. Set a height above 0, such as 297mm",
  },
  {
    pattern: /content area is empty|invalid print parameters/i,
    path: "settings.margin",
    message: "leaves no room on the paper. Set smaller margins or a larger paper",
  },
];

/** `mayHaveLeft` tells whether a script of the document may have left the page. */
export function toRenderError(error: unknown, stage: RenderStage, mayHaveLeft: boolean): unknown {
  if (isNamed(error, "TargetCloseError")) {
    return mayHaveLeft ? leftPage() : new RenderError("browser_crashed", { stage, cause: error });
  }
  if (!isNamed(error, "ProtocolError")) return error;
  const text = error instanceof Error ? error.message : "";
  const refusal = refusals.find(({ pattern }) => pattern.test(text));
  if (refusal) {
    const { path, message } = refusal;
    return new RenderError("render_failed", {
      stage,
      detail: `${path} ${message}.`,
      details: [{ path, message }],
      cause: error,
    });
  }
  if (mayHaveLeft && /navigated/i.test(text)) return leftPage(error);
  // Chromium words the end of a session in many ways.
  if (/closed|detached|crashed/i.test(text)) return new RenderError("browser_crashed", { stage, cause: error });
  return new RenderError("render_failed", { stage, cause: error });
}
