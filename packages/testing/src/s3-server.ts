import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "@platen/provisioning";
import { isProof } from "./proof-or.ts";
import { testFolder } from "./reaper.ts";
import { rootFolder } from "./root-folder.ts";
import { serviceEnvironment, startProgram } from "./run-service.ts";

const goPackage = "github.com/versity/versitygw/cmd/versitygw@v1.8.0";
const programFolder = join(rootFolder, ".data/s3-server", goPackage.replaceAll("/", "_"));
const program = join(programFolder, "versitygw");
const buildTimeoutMs = 1_200_000;

/**
 * Builds the S3 server with Go, unless it is there, which takes about two minutes of a processor. Returns why it is still
 * missing.
 */
export function buildS3Server(): string | undefined {
  if (existsSync(program)) return undefined;
  const { status, error } = spawnSync("env", [`GOBIN=${programFolder}`, "go", "install", goPackage], {
    stdio: ["ignore", "ignore", "inherit"],
    timeout: buildTimeoutMs,
  });
  if (status === 0) return undefined;
  return status === 127 ? "Go is not installed, which builds it" : `its build failed: ${error?.message ?? status}`;
}

const missing = isProof || existsSync(program) ? buildS3Server() : "`npm run proof` builds it";

/** The real S3 server of the tests, and why it is missing. */
export const s3Server = { name: "VersityGW 1.8.0", missing };

export type S3Server = {
  /** The URL of an empty bucket, as `STORAGE_URL`. */
  storageUrl: string;
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Has a file for each object of the bucket, under its name. */
  folder: string;
  stop(): Promise<unknown>;
};

/** Starts the S3 server with one bucket. */
export async function startS3Server(): Promise<S3Server> {
  const folder = await mkdtemp(join(testFolder(), "s3-"));
  const [objects, metadata] = [join(folder, "objects"), join(folder, "metadata")];
  await mkdir(join(objects, "platen"), { recursive: true });
  await mkdir(metadata);
  const accessKeyId = "platen-test";
  const secretAccessKey = randomBytes(16).toString("hex");
  const endpoint = `http://127.0.0.1:${await freePort()}`;
  const running = await startProgram({
    name: "s3-server",
    command: program,
    args: ["--port", new URL(endpoint).host, "--quiet", "--keep-alive", "posix", "--sidecar", metadata, objects],
    env: { ...serviceEnvironment(), ROOT_ACCESS_KEY: accessKeyId, ROOT_SECRET_KEY: secretAccessKey },
    cwd: folder,
    logFile: join(folder, "s3-server.log"),
    stopSignal: "SIGTERM",
    stopTimeoutMs: 5_000,
    // Any answer will do: this one is a refusal.
    isReady: async () => (await fetch(endpoint)).status > 0,
  });
  return {
    storageUrl: `s3://platen/kept?endpoint=${endpoint}`,
    endpoint,
    accessKeyId,
    secretAccessKey,
    folder: join(objects, "platen"),
    stop: () => running.stop(),
  };
}
