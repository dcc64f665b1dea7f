import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { withConnection } from "@platen/provisioning";
import type { Redis } from "ioredis";

const listTables = `SELECT oid::regclass::text AS name FROM pg_class
  WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`;

/** Whether bytes contain a word, as they are or deflated. */
function contain(bytes: Buffer, word: string): boolean {
  if (bytes.includes(word)) return true;
  try {
    return inflateRawSync(bytes).includes(word);
  } catch {
    return false;
  }
}

function contains(value: unknown, word: string): boolean {
  if (Buffer.isBuffer(value)) return contain(value, word);
  return JSON.stringify(value)?.includes(word) ?? false;
}

/** The tables of a database with a row in which a word stands. */
export function tablesWith(databaseUrl: string, word: string): Promise<string[]> {
  return withConnection(databaseUrl, async (connection) => {
    const found: string[] = [];
    for (const { name } of (await connection.query<{ name: string }>(listTables)).rows) {
      const { rows } = await connection.query<Record<string, unknown>>(`SELECT * FROM ${name}`);
      if (rows.some((row) => Object.values(row).some((value) => contains(value, word)))) found.push(name);
    }
    return found;
  });
}

/** The keys of a Redis database under which a word stands. */
export async function keysWith(redis: Redis, word: string): Promise<string[]> {
  const readers: Record<string, (key: string) => Promise<unknown>> = {
    string: (key) => redis.getBuffer(key),
    hash: (key) => redis.hgetall(key),
    list: (key) => redis.lrange(key, 0, -1),
    set: (key) => redis.smembers(key),
    zset: (key) => redis.zrange(key, 0, -1),
    stream: (key) => redis.xrange(key, "-", "+"),
  };
  const found: string[] = [];
  for await (const keys of redis.scanStream({ count: 1_000 })) {
    for (const key of keys as string[]) {
      // A key that is gone meanwhile has the type "none".
      const value = await readers[await redis.type(key)]?.(key);
      if (contains(key, word) || contains(value, word)) found.push(key);
    }
  }
  return found;
}

/** The files below a folder in which a word stands. */
export async function filesWith(folder: string, word: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const found: string[] = [];
  for (const name of names) {
    // Folders, sockets and files that are gone meanwhile have no bytes.
    const bytes = await readFile(join(folder, name)).catch(() => Buffer.alloc(0));
    if (contain(bytes, word)) found.push(name);
  }
  return found;
}
