import { spawnSync } from "node:child_process";
import { isExecutable } from "./find-program.ts";
import { runProgram } from "./run-program.ts";
import type { Environment } from "./find-program.ts";
import type { FontName } from "./fonts.ts";

export type ProgramName = "PostgreSQL" | "Redis" | "Chromium" | "Prometheus" | "Poppler";

/** The names of each program or font in a package manager, to try in this order. */
const packages = {
  apt: {
    PostgreSQL: ["postgresql"],
    Redis: ["redis-server"],
    Chromium: ["chromium-headless-shell", "chromium"],
    Prometheus: ["prometheus"],
    Poppler: ["poppler-utils"],
    "Chinese, Japanese and Korean fonts": ["fonts-noto-cjk"],
    "emoji font": ["fonts-noto-color-emoji"],
  },
  brew: {
    PostgreSQL: ["postgresql@17"],
    Redis: ["redis"],
    Chromium: [],
    Prometheus: ["prometheus"],
    Poppler: ["poppler"],
    "Chinese, Japanese and Korean fonts": [],
    "emoji font": [],
  },
} satisfies Record<string, Record<ProgramName | FontName, string[]>>;

// Debian starts the servers that it installs. Platen runs its own, so this script forbids starting services and creating
// a cluster, and disables the services for the next boot.
const aptScript = `
set -eu
export DEBIAN_FRONTEND=noninteractive
policy=/usr/sbin/policy-rc.d
cluster=/etc/postgresql-common/createcluster.d/platen.conf
restore() {
  rm -f "$cluster" "$policy"
  if [ -e "$policy.before-platen" ]; then mv "$policy.before-platen" "$policy"; fi
}
trap restore EXIT
trap 'exit 130' HUP INT TERM
if [ -e "$policy" ] && ! grep -q platen "$policy"; then mv "$policy" "$policy.before-platen"; fi
printf '#!/bin/sh\\n# written by platen while it installs packages\\nexit 101\\n' >"$policy"
chmod 755 "$policy"
mkdir -p "$(dirname "$cluster")"
echo 'create_main_cluster = false' >"$cluster"
apt-get update
available=
for names; do
  for name in $(echo "$names" | tr , ' '); do
    if [ -n "$(apt-cache madison "$name")" ]; then available="$available $name"; break; fi
  done
done
echo "installing:$available"
if [ -n "$available" ]; then
  apt-get install --yes --no-install-recommends -o DPkg::Lock::Timeout=120 $available
fi
if [ -d /run/systemd/system ]; then
  for service in postgresql redis-server prometheus; do
    case "$available" in *"$service"*) systemctl disable --quiet "$service" || true ;; esac
  done
fi
`;

export type InstallOptions = {
  environment: Environment;
  logFile: string;
  /** Puppeteer's command, which downloads a browser where the system has no browser package. */
  puppeteerCommand: string;
  /** Where Puppeteer puts the browser. */
  downloadFolder: string;
  say: (line: string) => void;
};

/** Installs programs and fonts with the system's package manager, if it needs no password. The caller checks the result. */
export async function installPrograms(programs: (ProgramName | FontName)[], options: InstallOptions): Promise<void> {
  const { logFile, say } = options;
  const manager = packageManager();
  if (manager === undefined) return;
  const wanted = programs.map((program) => packages[manager.name][program].join(",")).filter((names) => names !== "");
  if (wanted.length === 0) return;
  say(`installing ${wanted.map((names) => names.split(",")[0]).join(", ")} with ${manager.name} (log: ${logFile})`);
  await runToEnd("install", [...manager.command, ...wanted], options);
}

/** Downloads a browser with Puppeteer. Root also gets its system libraries. */
export async function downloadChromium(options: InstallOptions): Promise<void> {
  if (!(await isExecutable(options.puppeteerCommand))) return;
  options.say(`downloading Chromium with Puppeteer (log: ${options.logFile})`);
  const libraries = process.getuid?.() === 0 ? ["--install-deps"] : [];
  await runToEnd(
    "download",
    [
      options.puppeteerCommand,
      "browsers",
      "install",
      "chrome-headless-shell",
      "--path",
      options.downloadFolder,
      ...libraries,
    ],
    options,
  );
}

function packageManager(): { name: keyof typeof packages; command: string[] } | undefined {
  if (succeeds("apt-get", "--version")) {
    const install = ["sh", "-c", aptScript, "apt-install"];
    if (process.getuid?.() === 0) return { name: "apt", command: install };
    if (succeeds("sudo", "-n", "true")) return { name: "apt", command: ["sudo", "-n", ...install] };
    return undefined;
  }
  if (succeeds("brew", "--version")) return { name: "brew", command: ["brew", "install"] };
  return undefined;
}

function succeeds(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { timeout: 10_000 }).status === 0;
}

async function runToEnd(name: string, [command = "", ...args]: string[], options: InstallOptions): Promise<void> {
  // A new session keeps a Ctrl-C from interrupting the package manager.
  const running = runProgram({
    name,
    command,
    args,
    env: Object.fromEntries(
      Object.entries(options.environment).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
    ),
    cwd: "/",
    logFile: options.logFile,
    stopSignal: "SIGTERM",
    stopTimeoutMs: 60_000,
  });
  const stopTimer = setTimeout(() => void running.stop(), 15 * 60_000);
  await running.exited.finally(() => clearTimeout(stopTimer));
}

/** Says that a font is missing and how to install it. */
export function missingFontAdvice(font: FontName): string {
  return `${font}: not found. To install: sudo apt-get install ${packages.apt[font].join(" ")}`;
}

/** Says how to install the programs by hand. */
export function adviceFor(programs: ProgramName[]): string {
  const names = (manager: keyof typeof packages) =>
    programs.flatMap((program) => packages[manager][program].slice(0, 1)).join(" ");
  const brew = [
    ...(names("brew") === "" ? [] : [`brew install ${names("brew")}`]),
    ...(programs.includes("Chromium") ? ["install Google Chrome"] : []),
  ];
  const variableOf = {
    PostgreSQL: "DATABASE_URL",
    Redis: "REDIS_URL",
    Chromium: "PUPPETEER_EXECUTABLE_PATH",
    Prometheus: "PATH",
    Poppler: "PATH",
  } as const;
  const variables = programs.map((program) => variableOf[program]);
  return [
    `${programs.join(", ")}: not found, and Platen cannot install it without a password. Either`,
    `  - install: sudo apt-get install ${names("apt")}   (Debian, Ubuntu)`,
    `             ${brew.join(", ")}   (macOS)`,
    `    or set ${variables.join(", ")} to yours, and run this command again; or`,
    `  - run everything in containers: docker compose up`,
  ].join("\n");
}
