import type { Logger } from "./logger.ts";

const intervalMs = 1_000;

/**
 * Lets a warning through once a second for each cause, and says with the next one how many were left out. The cause is
 * the message with the connection and the first word of the error, which for an error of Redis is its code.
 */
export function thinWarnings(logger: Logger): Logger {
  const causes = new Map<string, { at: number; leftOut: number }>();
  return {
    error: (message, fields) => logger.error(message, fields),
    info: (message, fields) => logger.info(message, fields),
    debug: (message, fields) => logger.debug(message, fields),
    warn(message, fields = {}) {
      const { connection, errorMessage } = fields;
      const cause = [message, connection, String(errorMessage).split(" ", 1)].join(" ");
      const now = performance.now();
      const last = causes.get(cause);
      if (last && now - last.at < intervalMs) {
        last.leftOut += 1;
        return;
      }
      causes.set(cause, { at: now, leftOut: 0 });
      logger.warn(message, last?.leftOut ? { ...fields, leftOut: last.leftOut } : fields);
    },
  };
}
