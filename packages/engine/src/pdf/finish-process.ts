import { serveTasks } from "@platen/process-pool/serve-tasks";
import { classify, toFailure } from "../failure/classify.ts";
import { finishPdf } from "./finish-pdf.ts";
import type { FinishReply, FinishTask } from "./pdf-finisher.ts";

serveTasks(() => ({ printed, options }: FinishTask): FinishReply => {
  try {
    return { ok: true, finished: finishPdf(printed, options) };
  } catch (error) {
    return { ok: false, failure: toFailure(classify(error)) };
  }
});
