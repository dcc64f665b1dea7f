import { ApiProblem } from "@platen/client";

/** Status and code of a call that must be refused. */
export async function refusal(call: Promise<unknown>): Promise<[number, string]> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ApiProblem) return [error.status, error.code];
    throw error;
  }
  throw new Error("the call was not refused");
}
