import { z } from "zod";
import { createProducerConnection, subscribe, type QueueLogger } from "./redis-connections.ts";
import { defaultPrefix, redisKeys } from "./redis-keys.ts";

const doneNote = z.object({
  documentId: z.string(),
  status: z.enum(["completed", "failed", "cancelled"]),
  /** How long it took a slot of the worker: what it waited for one before does not count. */
  slotMs: z.number().optional(),
});

/** Says that the outcome of a background document was reported, or that it was cancelled. A note may be lost: no process may rely on one. */
export type DoneNote = z.infer<typeof doneNote>;

type DoneNotesOptions = { redisUrl: string; prefix?: string; logger: QueueLogger };

/** Creates the side of done notes that sends them: a worker's, or a gateway's. */
export function createDoneNoteSender(options: DoneNotesOptions) {
  const channel = redisKeys(options.prefix ?? defaultPrefix).doneNotes;
  const connection = createProducerConnection(options, "done notes");
  return {
    /** Sends a note, at once or never. */
    send(note: DoneNote): void {
      connection.publish(channel, JSON.stringify(note)).catch((error: unknown) => {
        options.logger.warn("cannot send a done note", {
          documentId: note.documentId,
          errorMessage: String(error),
        });
      });
    },
    close(): void {
      connection.disconnect();
    },
  };
}

/** Calls `onNote` for each note, until `close`. `onSubscribed` runs whenever notes begin to arrive, as some may be lost. */
export function subscribeDoneNotes(
  options: DoneNotesOptions,
  handlers: { onNote: (note: DoneNote) => void; onSubscribed?: () => void },
): { close(): void } {
  const { onNote, onSubscribed = () => undefined } = handlers;
  return subscribe(options, redisKeys(options.prefix ?? defaultPrefix).doneNotes, {
    onSubscribed,
    onMessage(message) {
      try {
        onNote(doneNote.parse(JSON.parse(message.toString())));
      } catch (error) {
        options.logger.warn("cannot read a done note", { errorMessage: String(error) });
      }
    },
  });
}
