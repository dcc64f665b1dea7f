import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "@jest/globals";
import { curlForInvoice, seedDemo } from "./demo.ts";

test("the printed command gives curl the template and its data, whatever characters they hold", () => {
  const sampleData = {
    name: `Zoë O'Brien "& Sons" $HOME \\ \`date\``,
    lines: [{ text: "it's" }, { text: "€ 1" }],
    empty: [],
  };
  const command = curlForInvoice({
    baseUrl: "http://127.0.0.1:8080",
    apiKey: "plt_key",
    templates: [
      { templateId: "tpl_letter", name: "Letter", sampleData: {} },
      { templateId: "tpl_invoice", name: "Invoice", sampleData },
    ],
    account: { email: "demo@example.com", password: "secret" },
  });
  const separator = "<end of argument>";
  const output = execFileSync("/bin/sh", ["-c", `curl() { printf "%s${separator}" "$@"; }\n${command}`], {
    encoding: "utf8",
  });
  const given = output.split(separator);
  expect(given).toEqual(
    expect.arrayContaining(["http://127.0.0.1:8080/api/v1/generate", "invoice.pdf", "Authorization: Bearer plt_key"]),
  );
  expect(JSON.parse(given[given.indexOf("-d") + 1] ?? "")).toEqual({ templateId: "tpl_invoice", data: sampleData });
});

test("the demo gets a new key when its file is lost or its key is refused, and else keeps its key", async () => {
  const folder = await mkdtemp(join(tmpdir(), "platen-demo-"));
  try {
    const command = join(folder, "services/catalog/src/seed-demo.ts");
    await mkdir(dirname(command), { recursive: true });
    // Answers as the catalog's command does: with a key only when it is asked for one.
    const answer = `const made = process.env.SEED_NEW_KEY === "1" && process.env.SEED_NEW_PASSWORD === "1";
      const account = { email: "demo@example.com", password: String(process.hrtime.bigint()) };
      console.log(JSON.stringify({ apiKey: made ? "plt_" + account.password : null, account: made ? account : null, templates: [] }));`;
    await writeFile(command, answer);
    const commands = { rootFolder: folder, environment: {}, databaseUrl: "", signal: new AbortController().signal };
    const file = join(folder, "demo.json");
    const seed = (renew?: boolean) => seedDemo(commands, file, "http://127.0.0.1:8080", renew);

    const first = await seed();
    expect(await seed()).toEqual(first);
    expect((await seed(true)).apiKey).not.toBe(first.apiKey);
    await rm(file);
    const after = await seed();
    expect(after.apiKey).not.toBe(first.apiKey);
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual(after);
  } finally {
    await rm(folder, { recursive: true });
  }
});
