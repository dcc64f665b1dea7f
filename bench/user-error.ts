/** An error that the person at the terminal can mend. The command prints its message alone. */
export class UserError extends Error {
  override readonly name = "UserError";
}
