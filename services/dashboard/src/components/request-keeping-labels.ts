import type { RequestKeepingDays } from "@platen/contracts";

/** For how long a project keeps requests. */
export const requestKeepingLabels: Readonly<Record<RequestKeepingDays, string>> = {
  0: "Not at all",
  1: "1 day",
  7: "7 days",
  30: "30 days",
};
