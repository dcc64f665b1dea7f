/** Thrown when Redis is away, full or too slow. */
export class QueueUnavailable extends Error {
  override readonly name = "QueueUnavailable";
}
