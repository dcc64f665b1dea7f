import { glob, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startTestBucket } from "@platen/storage/test-bucket";
import { s3Server, startS3Server } from "@platen/testing";

const changeAt = 20;

/** An empty bucket, behind the address that Platen is given. */
export type Bucket = {
  /** The server that has it. */
  server: string;
  port: number;
  /** The catalog's variables if it calls the bucket at another port of this machine, such as that of a proxy. */
  variablesAt(port: number): Record<string, string>;
  /** The names of its objects. */
  list(): Promise<string[]>;
  /** All bytes of an object. */
  read(name: string): Promise<Buffer>;
  /** Changes a byte of an object. */
  change(name: string): Promise<void>;
  remove(): Promise<unknown>;
};

function changed(bytes: Buffer): Buffer {
  const other = Buffer.from(bytes);
  other[changeAt] = (other[changeAt] ?? 0) ^ 1;
  return other;
}

function variablesOf(key: { accessKeyId: string; secretAccessKey: string }, bucket: string) {
  return (port: number) => ({
    STORAGE_URL: `s3://${bucket}/kept?endpoint=http://127.0.0.1:${port}`,
    STORAGE_ACCESS_KEY_ID: key.accessKeyId,
    STORAGE_SECRET_ACCESS_KEY: key.secretAccessKey,
  });
}

/** A bucket of a real server, whose objects are files. */
async function startRealBucket(): Promise<Bucket> {
  const server = await startS3Server();
  const pathOf = (name: string) => join(server.folder, name);
  return {
    server: s3Server.name,
    port: Number(new URL(server.endpoint).port),
    variablesAt: variablesOf(server, "platen"),
    // The server removes a folder without objects, also while it is read, which `readdir` refuses.
    async list() {
      const names: string[] = [];
      for await (const name of glob("**/*.pdf", { cwd: server.folder })) names.push(name);
      return names;
    },
    read: (name) => readFile(pathOf(name)),
    change: async (name) => writeFile(pathOf(name), changed(await readFile(pathOf(name)))),
    remove: () => server.stop(),
  };
}

/** A bucket in the memory of this process, which checks no signatures. */
async function startBucketInMemory(): Promise<Bucket> {
  const bucket = await startTestBucket();
  const bytesOf = (name: string) => bucket.objects.get(name) ?? Buffer.alloc(0);
  return {
    server: `a bucket in memory (${s3Server.name} is missing: ${s3Server.missing})`,
    port: Number(new URL(bucket.endpoint).port),
    variablesAt: variablesOf({ accessKeyId: "platen-test", secretAccessKey: "platen-test" }, "bucket"),
    list: () => Promise.resolve([...bucket.objects.keys()].filter((name) => name.endsWith(".pdf"))),
    read: (name) => Promise.resolve(bytesOf(name)),
    change: async (name) => void bucket.objects.set(name, changed(bytesOf(name))),
    remove: () => bucket.stop(),
  };
}

/** Starts a bucket of the real server where it is built, else one in memory. */
export function startBucket(): Promise<Bucket> {
  return s3Server.missing === undefined ? startRealBucket() : startBucketInMemory();
}
