/** Reads a text, as a service does. Its result and its errors do not matter. */
export type Read = (text: string) => unknown;

/** A text that can grow: a head, a unit that is repeated, and a tail. */
export type Shape = { head: string; unit: string; tail: string };

/** The fastest quadratic search takes more than this for 64 KB of two-letter words, and readers take far less. */
const plainlyLinearNs = 50;
/** A hundred times as much is no small constant. */
const slowestNs = 5_000;
/** For four times the length: 4 is linear, 16 is quadratic. The first step contains more of what does not grow. */
const maxGrowth = [6, 9] as const;
/** Many ticks of the clock of processor time, which some systems advance every 4 ms. */
const longestTickMs = 40;

/**
 * Reads texts of one shape and three lengths, each four times the one before, up to `maxLength` characters. Returns the
 * times in milliseconds if they grow much faster than the texts, or are long for the longest text.
 *
 * Wall time only acquits, because it is never shorter than processor time, and by the least of several readings. A
 * growth counts only if the processor time of this thread shows it too. So a busy machine neither makes a growth nor
 * hides one.
 */
export function findGrowth(read: Read, shape: Shape, maxLength: number): { lastMs: number; growth?: string } {
  const longest = textOf(shape, maxLength);
  const lastMs = wallMs(read, longest);
  if (lastMs * 1e6 < plainlyLinearNs * maxLength) return { lastMs };
  const isSlow = (time: number) => time * 1e6 > slowestNs * maxLength;
  const [first, second] = [textOf(shape, maxLength / 16), textOf(shape, maxLength / 4)];
  const least = [first, second].map((text) => Math.min(...[1, 2, 3].map(() => wallMs(read, text))));
  if (!isSlow(lastMs) && !growsFast([...least, lastMs])) return { lastMs };
  const times = [first, second, longest].map((text) => processorMs(read, text));
  if (!isSlow(times[2] ?? 0) && !growsFast(times)) return { lastMs };
  return { lastMs, growth: `${JSON.stringify(shape)}: ${times.map((time) => `${time.toFixed(2)} ms`).join(", ")}` };
}

function growsFast([first = 0, second = 0, third = 0]: number[]): boolean {
  return second > maxGrowth[0] * first && third > maxGrowth[1] * second;
}

function wallMs(read: Read, text: string): number {
  const startedAt = performance.now();
  attempt(read, text);
  return performance.now() - startedAt;
}

function processorMs(read: Read, text: string): number {
  const before = process.threadCpuUsage();
  for (let readings = 1; ; readings += 1) {
    attempt(read, text);
    const { user, system } = process.threadCpuUsage(before);
    if (user + system >= longestTickMs * 1_000) return (user + system) / 1_000 / readings;
  }
}

function attempt(read: Read, text: string): void {
  try {
    read(text);
  } catch {
    // A refusal.
  }
}

/** By way of bytes: a text put together of texts would be copied when it is first searched. */
function textOf({ head, unit, tail }: Shape, length: number): string {
  return Buffer.concat([Buffer.from(head), Buffer.alloc(Math.floor(length), unit), Buffer.from(tail)]).toString();
}
