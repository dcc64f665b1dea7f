/**
 * Creates calls of what gathers meanwhile: one at a time, each after the time of `later`. `send` makes a call of all that
 * is gathered and does not reject.
 */
export function createGatheredCalls(deps: {
  send: () => Promise<void>;
  isEmpty: () => boolean;
  /** Calls a function after the time in which things gather. */
  later: (send: () => void) => void;
}) {
  const { send, isEmpty, later } = deps;
  let sending: Promise<void> | undefined;
  let isPlanned = false;

  function sendAlone(): Promise<void> {
    sending ??= send().finally(() => {
      sending = undefined;
      if (!isEmpty()) plan();
    });
    return sending;
  }

  /** Something has gathered. */
  function plan(): void {
    if (isPlanned || sending) return;
    isPlanned = true;
    later(() => {
      isPlanned = false;
      void sendAlone();
    });
  }

  return {
    plan,

    /** Sends what is gathered; resolves when all calls have ended. */
    async close(): Promise<void> {
      await sending;
      await sendAlone();
    },
  };
}
