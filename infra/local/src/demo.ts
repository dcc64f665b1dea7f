import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { readJson, writePrivateJson } from "./private-file.ts";

const run = promisify(execFile);

const templates = z.array(
  z.object({ templateId: z.string(), name: z.string(), sampleData: z.record(z.string(), z.unknown()) }),
);
const account = z.object({ email: z.string(), password: z.string() });
const demo = z.object({ baseUrl: z.string(), apiKey: z.string(), templates, account });
const seeded = z.object({ apiKey: z.string().nullable(), account: account.nullable(), templates });

export type Demo = z.infer<typeof demo>;

export type CatalogCommands = {
  rootFolder: string;
  environment: Record<string, string>;
  databaseUrl: string;
  signal: AbortSignal;
};

/** Brings the database's tables up to date. */
export async function migrate(commands: CatalogCommands): Promise<void> {
  await runCatalog(commands, "migrate.ts", {});
}

/**
 * Seeds the demo project if it is not there. Its key and password exist in readable form only in `file`: when that is
 * lost, or `renew` is set because they do not open this database, new ones are made.
 */
export async function seedDemo(commands: CatalogCommands, file: string, baseUrl: string, renew = false): Promise<Demo> {
  const kept = renew ? undefined : demo.safeParse(readJson(file)).data;
  const made = seeded.parse(
    JSON.parse(await runCatalog(commands, "seed-demo.ts", kept ? {} : { SEED_NEW_KEY: "1", SEED_NEW_PASSWORD: "1" })),
  );
  const merged = demo.parse({
    baseUrl,
    apiKey: made.apiKey ?? kept?.apiKey,
    templates: made.templates,
    account: made.account ?? kept?.account,
  });
  writePrivateJson(file, merged);
  return merged;
}

/** Whether the key opens the API that is running: not if it was revoked, or `file` is from another database. */
export async function isKeyAccepted({ baseUrl, apiKey }: Demo): Promise<boolean> {
  const response = await fetch(`${baseUrl}/api/v1/projects`, {
    headers: { authorization: `Bearer ${apiKey}` },
    signal: AbortSignal.timeout(10_000),
  });
  return response.status !== 401;
}

/** A command for the shell that writes `invoice.pdf`, complete as it is. */
export function curlForInvoice({ baseUrl, apiKey, templates }: Demo): string {
  const invoice = templates.find(({ name }) => /invoice/i.test(name)) ?? templates[0];
  if (invoice === undefined) throw new Error("the demo project has no template");
  const body = `{"templateId": ${JSON.stringify(invoice.templateId)}, "data": ${layOut(invoice.sampleData)}}`;
  return [
    `curl -sS --fail-with-body -o invoice.pdf ${baseUrl}/api/v1/generate \\`,
    `  -H 'Authorization: Bearer ${apiKey}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${body.replaceAll("'", "'\\''")}'`,
  ].join("\n");
}

/** JSON with a line for each property and for each item of a list: short enough to paste, and still readable. */
function layOut(data: Record<string, unknown>): string {
  const lines = Object.entries(data).map(([name, value]) => {
    const text = Array.isArray(value)
      ? `[\n${value.map((item) => `      ${JSON.stringify(item)}`).join(",\n")}\n    ]`
      : JSON.stringify(value);
    return `    ${JSON.stringify(name)}: ${text}`;
  });
  return `{\n${lines.join(",\n")}\n  }`;
}

async function runCatalog(
  { rootFolder, environment, databaseUrl, signal }: CatalogCommands,
  command: string,
  variables: Record<string, string>,
): Promise<string> {
  try {
    const { stdout } = await run(process.execPath, [join(rootFolder, "services/catalog/src", command)], {
      env: { ...environment, ...variables, DATABASE_URL: databaseUrl },
      timeout: 120_000,
      signal,
      maxBuffer: 16 * 1024 * 1024,
    });
    return stdout;
  } catch (error) {
    // The message of execFile's own error repeats all of the output.
    const output = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : String(error);
    throw new Error(`services/catalog/src/${command} failed:\n${output}`, { cause: error });
  }
}
