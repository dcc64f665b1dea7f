import { once } from "node:events";
import { request } from "node:http";

const times = 5;
/** In the middle of the ZIP of a batch of the benchmark. */
const from = 5_000_000;

/** Returns the milliseconds to the first byte of a range of a ZIP, each time of another one. */
export async function measureZip(url: string, apiKey: string): Promise<number[]> {
  const firstByteMs: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const startedAt = performance.now();
    const headers = { authorization: `Bearer ${apiKey}`, range: `bytes=${from + time}-` };
    const asking = request(url, { headers }).end();
    const [response] = (await once(asking, "response")) as [NodeJS.ReadableStream];
    await once(response, "data");
    firstByteMs.push(performance.now() - startedAt);
    asking.destroy();
  }
  return firstByteMs;
}
