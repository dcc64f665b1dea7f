/* oxlint-disable node/no-process-env -- services load this file by their environment, before their own entry point. */
import dns from "node:dns";
import { readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";

// Replaces the look-up of names in a service by that of names.ts. As in Node.js, two look-ups at most run at a time.

type Answer = (error: Error | null, address: string | dns.LookupAddress[], family?: number) => void;

const atOnce = 2;
let running = 0;
const waiting: (() => void)[] = [];

async function resolve(name: string): Promise<dns.LookupAddress[]> {
  if (running >= atOnce) await new Promise<void>((next) => waiting.push(next));
  running += 1;
  // names.ts has written it.
  const names = JSON.parse(readFileSync(process.env["TEST_NAMES_FILE"] ?? "", "utf8")) as {
    addresses: Record<string, string | readonly string[]>;
    slowMs: number;
  };
  await new Promise((ended) => setTimeout(ended, names.slowMs));
  running -= 1;
  waiting.shift()?.();
  return [names.addresses[name] ?? name].flat().map((address) => ({ address, family: 4 }));
}

async function lookup(name: string, options: dns.LookupOptions, answer: Answer): Promise<void> {
  const found = await resolve(name);
  if (options.all) answer(null, found);
  else answer(null, found[0]?.address ?? "", 4);
}

Object.assign(dns, { lookup });
Object.assign(dns.promises, { lookup: resolve });
syncBuiltinESMExports();
