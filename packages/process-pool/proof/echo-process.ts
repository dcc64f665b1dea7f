import { serveTasks } from "@platen/process-pool/serve-tasks";

serveTasks(() => (task: string) => task);
