export type HeartbeatOptions<Browser extends object> = {
  current: () => Browser | undefined;
  /** Resolves when the browser answers. */
  ping: (browser: Browser) => Promise<void>;
  /** Called for a browser that has not answered within `limitBeats`. */
  onSilent: (browser: Browser) => void;
} & HeartbeatTimes;

export type HeartbeatTimes = {
  beatMs?: number;
  /** Beats between an answer and the next ping. */
  pauseBeats?: number;
  /** Beats that a ping may stay without an answer. */
  limitBeats?: number;
};

export type Heartbeat = {
  /** How long the current browser has not answered, in milliseconds. Includes the pause between two pings. */
  silentMs(): number;
  close(): void;
};

/**
 * Pings the browser regularly, also while it prints nothing. The heartbeat counts time in beats of this process. So a
 * worker that was suspended does not take its browser for silent.
 */
export function createHeartbeat<Browser extends object>(options: HeartbeatOptions<Browser>): Heartbeat {
  const { current, ping, onSilent, beatMs = 1_000, pauseBeats = 5, limitBeats = 10 } = options;
  let browser: Browser | undefined;
  let silentBeats = 0;
  let pingBeats: number | undefined;

  async function pingAndReset(pinged: Browser): Promise<void> {
    await ping(pinged);
    if (pinged !== browser) return;
    silentBeats = 0;
    pingBeats = undefined;
  }

  function beat(): void {
    if (browser !== current()) {
      browser = current();
      silentBeats = 0;
      pingBeats = undefined;
    }
    if (!browser) return;
    silentBeats += 1;
    if (pingBeats !== undefined) {
      pingBeats += 1;
      if (pingBeats === limitBeats) onSilent(browser);
    } else if (silentBeats >= pauseBeats) {
      pingBeats = 0;
      pingAndReset(browser).catch(() => {
        // The supervisor notices a browser that has ended. A browser that runs on counts as silent.
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
