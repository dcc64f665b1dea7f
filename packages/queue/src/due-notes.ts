import { createProducerConnection, subscribe, type QueueLogger } from "./redis-connections.ts";
import { defaultPrefix, redisKeys } from "./redis-keys.ts";

type DueNotesOptions = { redisUrl: string; prefix?: string; logger: QueueLogger };

/** Creates the gateway's side of due notes, which spare the feeder its wait. A lost one costs that wait. */
export function createDueNoteSender(options: DueNotesOptions) {
  const channel = redisKeys(options.prefix ?? defaultPrefix).dueNotes;
  const connection = createProducerConnection(options, "due notes");
  return {
    /** Says that a background document is due, at once or never. */
    send(): void {
      connection.publish(channel, "").catch(() => undefined);
    },
    close(): void {
      connection.disconnect();
    },
  };
}

/** Calls `onDue` for each note, until `close`. */
export function subscribeDueNotes(options: DueNotesOptions, onDue: () => void): { close(): void } {
  const channel = redisKeys(options.prefix ?? defaultPrefix).dueNotes;
  return subscribe(options, channel, { onMessage: onDue, onSubscribed: onDue });
}
