export type HeartbeatOptions<Browser extends object> = {
  current: () => Browser | undefined;
  /** Resolves when the browser answers. */
  ask: (browser: Browser) => Promise<void>;
  /** Called for a browser that has not answered within `limitBeats`. */
  onSilent: (browser: Browser) => void;
  beatMs?: number;
  /** Beats between an answer and the next question. */
  pauseBeats?: number;
  /** Beats that a question may stay without an answer. */
  limitBeats?: number;
};

export type Heartbeat = {
  /** How long the current browser has not answered, in milliseconds, the pause between two questions included. */
  silentMs(): number;
  close(): void;
};

/**
 * Asks the browser regularly whether it still answers, also while it prints nothing. The heartbeat counts time in beats
 * of this process, so that a worker that stood still does not blame its browser.
 */
export function createHeartbeat<Browser extends object>(options: HeartbeatOptions<Browser>): Heartbeat {
  const { current, ask, onSilent, beatMs = 1_000, pauseBeats = 5, limitBeats = 10 } = options;
  let browser: Browser | undefined;
  let silentBeats = 0;
  let askedBeats: number | undefined;

  async function question(asked: Browser): Promise<void> {
    await ask(asked);
    if (asked !== browser) return;
    silentBeats = 0;
    askedBeats = undefined;
  }

  function beat(): void {
    if (browser !== current()) {
      browser = current();
      silentBeats = 0;
      askedBeats = undefined;
    }
    if (!browser) return;
    silentBeats += 1;
    if (askedBeats !== undefined) {
      askedBeats += 1;
      if (askedBeats === limitBeats) onSilent(browser);
    } else if (silentBeats >= pauseBeats) {
      askedBeats = 0;
      question(browser).catch(() => {
        // The supervisor notices a browser that has ended; one that has not stays silent.
      });
    }
  }

  const timer = setInterval(beat, beatMs);
  timer.unref();
  return {
    silentMs: () => silentBeats * beatMs,
    close: () => clearInterval(timer),
  };
}
