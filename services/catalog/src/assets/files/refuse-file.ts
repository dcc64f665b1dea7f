import { Problem, type ProblemDetail } from "@platen/contracts";

/** Refuses a file, in words that continue after its name: "is cut off". */
export function refusedFile(name: string, what: string, place: Pick<ProblemDetail, "line" | "column"> = {}): Problem {
  return new Problem("asset.invalid", {
    message: `${name} ${what}`,
    details: [{ path: "", ...place, message: what }],
  });
}

/** A file is not as its format says. The message continues after the file's name. */
export class BrokenFile extends Error {
  readonly place: Pick<ProblemDetail, "line" | "column">;

  constructor(message: string, place: Pick<ProblemDetail, "line" | "column"> = {}) {
    super(message);
    this.place = place;
  }
}

export const cutOff = "is cut off: its content ends too early. Upload the whole file.";
