import { serveTasks } from "@platen/process-pool/serve-tasks";
import { answerBodyTask } from "./body-tasks.ts";

serveTasks(() => answerBodyTask);
