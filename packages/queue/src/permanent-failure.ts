/** Thrown by a job's handler when another attempt cannot help; the job fails at once. `cause` says why. */
export class PermanentFailure extends Error {
  override readonly name = "PermanentFailure";
}
