import type { PlacedMessage } from "../composed-text.ts";

const maxMessages = 50;

export type Messages = ReturnType<typeof createMessages>;

/** Collects messages, each once. */
export function createMessages() {
  const messages = new Map<string, PlacedMessage>();
  return {
    add(message: PlacedMessage): void {
      if (messages.size < maxMessages)
        messages.set(`${message.path} ${message.line} ${message.column} ${message.message}`, message);
    },
    isFull: () => messages.size === maxMessages,
    list: () => [...messages.values()],
  };
}
