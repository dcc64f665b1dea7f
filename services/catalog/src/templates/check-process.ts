import { serveTasks } from "@platen/process-pool/serve-tasks";
import { check } from "./check.ts";

serveTasks(() => check);
