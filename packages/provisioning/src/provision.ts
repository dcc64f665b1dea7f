import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { findChromium } from "./chromium.ts";
import { missingFonts } from "./fonts.ts";
import { adviceFor, downloadChromium, installPrograms, missingFontAdvice } from "./install-packages.ts";
import { findPostgres } from "./postgres.ts";
import { findPrometheus } from "./prometheus.ts";
import { findRedis } from "./redis.ts";
import { findOnPath, type Environment } from "./find-program.ts";
import type { ProgramName } from "./install-packages.ts";
import type { PostgresInstallation } from "./postgres.ts";
import type { PrometheusInstallation } from "./prometheus.ts";
import type { RedisInstallation } from "./redis.ts";

export type FindOptions = {
  environment: Environment;
  /** The repository's root. */
  rootFolder: string;
  /** Holds a downloaded browser. Other users can reach it. */
  stateFolder: string;
  logFolder: string;
  /** The programs to find. A server whose URL is in the environment needs no program. */
  needed: ProgramName[];
  say: (line: string) => void;
};

export type Programs = {
  postgres: PostgresInstallation[];
  redis: RedisInstallation | undefined;
  chromiumPath: string | undefined;
  prometheus: PrometheusInstallation | undefined;
  pdftotextPath: string | undefined;
};

/**
 * Finds the needed programs on this machine, and the fonts that a browser needs besides the built-in ones. Installs
 * missing ones. If a program is still missing, throws an error that says how to install it.
 */
export async function findOrInstallPrograms(options: FindOptions): Promise<Programs> {
  const { environment, needed } = options;
  const downloadFolder = join(options.stateFolder, "chromium");
  const look = () => findPrograms(environment, downloadFolder);
  let programs = await look();
  let missing = missingOf(programs, needed);
  const fonts = needed.includes("Chromium") ? await missingFonts() : [];
  if (missing.length + fonts.length > 0) {
    await mkdir(options.logFolder, { recursive: true });
    const install = {
      environment,
      logFile: join(options.logFolder, "install.log"),
      puppeteerCommand: join(options.rootFolder, "packages/engine/node_modules/.bin/puppeteer"),
      downloadFolder,
      say: options.say,
    };
    // Missing fonts alone are worth one attempt: without a network, each start would wait in vain.
    const isWorthTrying = missing.length > 0 || !(await isFile(install.logFile));
    if (isWorthTrying) await installPrograms([...missing, ...fonts], install);
    programs = await look();
    if (missingOf(programs, missing).includes("Chromium")) {
      await downloadChromium(install);
      programs = await look();
    }
    missing = missingOf(programs, needed);
    if (missing.length > 0) throw new Error(`${adviceFor(missing)}\n(log of the attempt: ${install.logFile})`);
    // Printing works without these fonts, but their scripts show as empty boxes.
    for (const font of fonts.length > 0 ? await missingFonts() : []) options.say(missingFontAdvice(font));
  }
  return programs;
}

/** Finds the programs that this machine has now. Installs nothing. */
export async function findPrograms(environment: Environment, downloadFolder: string): Promise<Programs> {
  const [postgres, redis, chromiumPath, prometheus, pdftotextPath] = await Promise.all([
    findPostgres(environment),
    findRedis(environment),
    findChromium(environment, downloadFolder),
    findPrometheus(environment),
    findOnPath(["pdftotext"], environment),
  ]);
  return { postgres, redis, chromiumPath, prometheus, pdftotextPath };
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function missingOf(programs: Programs, needed: ProgramName[]): ProgramName[] {
  const isThere: Record<ProgramName, boolean> = {
    PostgreSQL: programs.postgres.length > 0,
    Redis: programs.redis !== undefined,
    Chromium: programs.chromiumPath !== undefined,
    Prometheus: programs.prometheus !== undefined,
    Poppler: programs.pdftotextPath !== undefined,
  };
  return needed.filter((program) => !isThere[program]);
}
