import { randomBytes } from "node:crypto";
import { loadConfig } from "@platen/config";
import { accountCommands, runAccountCommand } from "./accounts/account-commands.ts";
import { createPasswords } from "./accounts/passwords.ts";
import { commandVariables } from "./config.ts";
import { openCommandDataSource } from "./data-source.ts";

const [command = "", email = ""] = process.argv.slice(2);
const known = accountCommands.find((name) => name === command);
if (known === undefined || email === "") {
  process.stderr.write(`usage: node src/account.ts ${accountCommands.join("|")} <e-mail address>\n`);
  process.exit(2);
}

// oxlint-disable-next-line node/no-process-env -- a command is an entry point, as main.ts is.
const config = loadConfig(commandVariables, process.env);
const dataSource = await openCommandDataSource(config.DATABASE_URL);
try {
  const done = await runAccountCommand({ dataSource, passwords: createPasswords(), randomBytes }, known, email);
  process.stdout.write(`${JSON.stringify(done)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await dataSource.destroy();
}
