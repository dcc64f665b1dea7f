/** Thrown when Redis is away, full or too slow to take or give something. */
export class QueueUnavailable extends Error {
  override readonly name = "QueueUnavailable";
}
