import { startStubPlaten } from "../scale/stub-platen.ts";

const slots = 16;
/** At 20 ms, as in the benchmark `scale`, 16 slots would ask more of two processors than they have. */
const printMs = 100;
const rows = 2_000;

/** Measures which share of the time slots without a browser are busy while a batch has rows. */
export async function measureSlots(): Promise<{ slots: number; printMs: number; perSecond: number; busy: number }> {
  const platen = await startStubPlaten();
  await platen.growTo(slots);
  await platen.makeBatch(rows, printMs);
  const { perSecond } = await platen.makeBatch(rows, printMs);
  await platen.stop();
  return { slots, printMs, perSecond, busy: (perSecond * printMs) / 1_000 / slots };
}
