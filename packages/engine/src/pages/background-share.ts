/** Over about so long background documents get their share. */
const spanMs = 10_000;

/**
 * Tells whether background documents have had less than their share of the slots' time. It keeps an average of the slots
 * that they hold, in which what is `spanMs` old counts 0.37 as much as now. So a busy service gives the share in small
 * parts all the time.
 */
export function createBackgroundShare({ share, slots }: { share: number; slots: number }) {
  const goal = share * slots;
  let held = 0;
  let average = 0;
  let averagedAt = 0;

  function advance(now: number): void {
    average = held + (average - held) * Math.exp((averagedAt - now) / spanMs);
    averagedAt = now;
  }

  return {
    /** Notes how many slots background documents hold from now on. */
    hold(count: number, now: number): void {
      advance(now);
      held = count;
    },

    isBehind(now: number): boolean {
      advance(now);
      return average < goal;
    },

    /** How long it takes until the share falls behind, if no background document gets a slot; undefined for never. */
    behindInMs(now: number): number | undefined {
      advance(now);
      if (held >= goal) return undefined;
      return average < goal ? 0 : spanMs * Math.log((average - held) / (goal - held));
    },
  };
}
