export type BrowserPulseOptions<Browser extends object> = {
  current: () => Browser | undefined;
  /** Resolves when the browser answers. */
  ask: (browser: Browser) => Promise<void>;
  /** Told of a browser that has not answered for `limitBeats`. */
  onSilent: (browser: Browser) => void;
  beatMs?: number;
  /** Beats from an answer to the next question, and from a question until its answer is given up. */
  pauseBeats?: number;
  limitBeats?: number;
};

export type BrowserPulse = {
  /** How long the browser that is there has not answered, the pause between two questions included. */
  silentMs(): number;
  close(): void;
};

/**
 * Asks the browser now and then whether it still answers, also while nothing is printed. Time is counted in beats of
 * this process, so that a worker that stood still does not blame its browser for it.
 */
export function createBrowserPulse<Browser extends object>(options: BrowserPulseOptions<Browser>): BrowserPulse {
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
        // It ends, which is noticed elsewhere, or stays silent.
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
