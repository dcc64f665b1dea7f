import { integerVariable, logLevelVariable, pemVariable, portVariable, postgresUrlVariable } from "@platen/config";
import { egressAllowVariable } from "@platen/egress";
import { createStorage, findUrlMistake, needsAccessKey, type Storage } from "@platen/storage";
import { tracingVariables } from "@platen/telemetry";
import { z } from "zod";
import { secretsKeyVariable } from "./secrets/secrets-key.ts";

const storageUrlVariable = z.string().superRefine((url, context) => {
  const mistake = findUrlMistake(url);
  if (mistake !== undefined) context.addIssue({ code: "custom", message: mistake });
});

const maxBytes = 1_000_000_000_000_000;

/** The environment variables of the catalog. */
export const catalogVariables = z.object({
  /** Address to listen on; in a container 0.0.0.0, or :: for IPv6 too. */
  HOST: z.string().default("127.0.0.1"),
  /** Port for gateways and workers. Keep it unreachable for everyone else. 0 lets the system choose. */
  PORT: portVariable.default(8081),
  /** Port of /startupz, /livez, /readyz and /metrics. Keep it unreachable from outside. 0 lets the system choose. */
  MANAGEMENT_PORT: portVariable.default(9081),
  /** URL of the PostgreSQL database, with user and password, `sslmode` for TLS, and standbys: see docs/high-availability.md. */
  DATABASE_URL: postgresUrlVariable,
  /** Maximum number of database connections of each catalog. */
  DATABASE_POOL_SIZE: integerVariable(1, 200).default(10),
  /** Number of days after which the catalog deletes the record of a document, within a twelfth of that time. Not set: it keeps records. */
  DOCUMENT_RETENTION_DAYS: integerVariable(1, 36_500).optional(),
  /** Where the catalog keeps the PDFs of requests with `store`: a bucket, as s3://bucket/prefix?region=eu-central-1, or a folder that all catalogs share, as file:///var/lib/platen/files. Not set: it keeps none. */
  STORAGE_URL: storageUrlVariable.optional(),
  /** ID of the access key of the bucket that STORAGE_URL names. */
  STORAGE_ACCESS_KEY_ID: z.string().optional(),
  /** Secret of the access key of the bucket that STORAGE_URL names. */
  STORAGE_SECRET_ACCESS_KEY: z.string().optional(),
  /** Maximum number of projects that one account owns. */
  PROJECTS_PER_ACCOUNT: integerVariable(1, 1_000_000).default(20),
  /** Maximum number of bytes of a project's assets, with those that its published versions keep. */
  PROJECT_ASSET_BYTES: integerVariable(1_000_000, 100_000_000_000).default(200_000_000),
  /** Maximum number of documents of `POST /documents` that a project has in progress. Further ones are refused. */
  PROJECT_MAX_BACKGROUND: integerVariable(1, 1_000_000).default(10_000),
  /** Maximum number of batches of a project that are not completed or cancelled. Further ones are refused. */
  PROJECT_MAX_BATCHES: integerVariable(1, 10_000).default(20),
  /** Maximum number of rows of a batch. */
  BATCH_MAX_ROWS: integerVariable(1, 1_000_000).default(100_000),
  /** Maximum number of bytes of all data of a batch, as JSON. They are stored compressed until a day after its end. */
  BATCH_MAX_BYTES: integerVariable(1_000_000, 10_000_000_000).default(256 * 1024 * 1024),
  /** Maximum number of bytes of a project's kept requests, compressed. The oldest are deleted first. */
  PROJECT_REQUEST_BYTES: integerVariable(1_000_000, 100_000_000_000).default(200_000_000),
  /** Bytes of a project's kept PDFs from which on it keeps no further ones: requests with `store`, background documents and batches are refused. Documents that were accepted before are still kept. 0: no limit. */
  PROJECT_CONTENT_BYTES: integerVariable(0, maxBytes).default(50_000_000_000),
  /** The same of all projects that one account has created, together. 0: no limit. */
  ACCOUNT_CONTENT_BYTES: integerVariable(0, maxBytes).default(100_000_000_000),
  /** Bytes of the rows of a project's batches, as stored, from which on it takes no further rows. 0: no limit. */
  PROJECT_ROW_BYTES: integerVariable(0, maxBytes).default(1_000_000_000),
  /** The same of all projects that one account has created, together. 0: no limit. */
  ACCOUNT_ROW_BYTES: integerVariable(0, maxBytes).default(2_000_000_000),
  /** Bytes of the data of a project's unfinished documents of `POST /documents`, as stored, from which on it takes no further ones. 0: no limit. */
  PROJECT_WAITING_BYTES: integerVariable(0, maxBytes).default(500_000_000),
  /** The same of all projects that one account has created, together. 0: no limit. */
  ACCOUNT_WAITING_BYTES: integerVariable(0, maxBytes).default(1_000_000_000),
  /** Public keys of the gateway's service tokens, in PEM format: one, or two during a rotation. */
  SERVICE_TOKEN_PUBLIC_KEY: pemVariable,
  /** Public keys of the courier's service tokens and grants, in PEM format: one, or two during a rotation. Not set: no courier gets work. */
  COURIER_TOKEN_PUBLIC_KEY: pemVariable.optional(),
  /** Key that seals secrets in the database, such as signing secrets of webhooks, kept requests and the data of background documents and batches, and signs links to kept PDFs: 32 random bytes in base64, or several keys separated by commas during a rotation, of which the first seals and signs and each opens. Not set: requests with `callbackUrl` are refused, projects cannot keep requests, there are no links, and the data of background documents and batches is stored unencrypted. */
  SECRETS_KEY: secretsKeyVariable.optional(),
  /** Off: background documents, batches and webhooks wait, as in a trial of a restore, which must call no receiver. What callers wait for is made as usual. */
  BACKGROUND_WORK: z.enum(["on", "off"]).default("on"),
  /** Receivers of webhooks that may be private or have no TLS, as names, addresses or ranges with optional ports: hooks.internal:8080,10.1.0.0/16. The same for the courier. */
  EGRESS_ALLOW: egressAllowVariable,
  /** How much is logged, as JSON lines on standard output. */
  LOG_LEVEL: logLevelVariable.default("info"),
  /** One of so many requests and documents that succeed has its lines in the log. Failures always have them. */
  LOG_SUCCESS_SAMPLE: integerVariable(1, 1_000_000).default(1),
  ...tracingVariables,
});

export type CatalogConfig = z.output<typeof catalogVariables>;

type StorageConfig = Pick<CatalogConfig, "STORAGE_URL" | "STORAGE_ACCESS_KEY_ID" | "STORAGE_SECRET_ACCESS_KEY">;

function requireAccessKey(config: StorageConfig, context: z.RefinementCtx): void {
  if (config.STORAGE_URL === undefined || !needsAccessKey(config.STORAGE_URL)) return;
  for (const name of ["STORAGE_ACCESS_KEY_ID", "STORAGE_SECRET_ACCESS_KEY"] as const)
    if (config[name] === undefined) context.addIssue({ code: "custom", path: [name], message: "is not set" });
}

/** The catalog's variables with the rules between them. */
export const checkedCatalogVariables = catalogVariables.superRefine(requireAccessKey);

/** The variables of the catalog's commands, most of which need only the database. */
export const commandVariables = catalogVariables.pick({ DATABASE_URL: true });

/** The variables of the command for the storage of kept PDFs. */
export const storageCommandVariables = catalogVariables
  .pick({ DATABASE_URL: true, STORAGE_URL: true, STORAGE_ACCESS_KEY_ID: true, STORAGE_SECRET_ACCESS_KEY: true })
  .superRefine(requireAccessKey);

/** Opens the storage that the variables name; undefined without one. */
export function storageOf(config: StorageConfig): Storage | undefined {
  if (config.STORAGE_URL === undefined) return undefined;
  return createStorage({
    url: config.STORAGE_URL,
    accessKeyId: config.STORAGE_ACCESS_KEY_ID,
    secretAccessKey: config.STORAGE_SECRET_ACCESS_KEY,
  });
}

/** The longest time that the catalog takes to shut down. A supervisor must wait longer before it kills the process. */
export const shutdownTimeoutMs = 15_000;
