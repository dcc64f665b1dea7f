import { spawnSync } from "node:child_process";
import { isExecutable } from "./find-program.ts";
import { runProgram } from "./run-program.ts";
import type { Environment } from "./find-program.ts";
import type { FontName } from "./fonts.ts";

export type ProgramName = "PostgreSQL" | "Redis" | "Chromium" | "Prometheus";

/** How a system's package manager calls a program or a font: names to try in this order. */
const packages = {
  apt: {
    PostgreSQL: ["postgresql"],
    Redis: ["redis-server"],
    Chromium: ["chromium-headless-shell", "chromium"],
    Prometheus: ["prometheus"],
    "Chinese, Japanese and Korean fonts": ["fonts-noto-cjk"],
    "emoji font": ["fonts-noto-color-emoji"],
  },
  brew: {
    PostgreSQL: ["postgresql@17"],
    Redis: ["redis"],
    Chromium: [],
    Prometheus: ["prometheus"],
    "Chinese, Japanese and Korean fonts": [],
    "emoji font": [],
  },
} satisfies Record<string, Record<ProgramName | FontName, string[]>>;

// Debian starts what it installs. The system's own servers are none of our business, so while this runs, services may
// not be started, no cluster is made, and what was enabled for the next boot is disabled again.
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
  /** Puppeteer's command, which downloads a browser where the system has no package of one. */
  puppeteerCommand: string;
  /** Where that puts the browser. */
  downloadFolder: string;
  say: (line: string) => void;
};

/** Installs programs and fonts with the system's package manager if that works without asking anybody. Whether they work then is for the caller to look. */
export async function installPrograms(programs: (ProgramName | FontName)[], options: InstallOptions): Promise<void> {
  const { logFile, say } = options;
  const manager = packageManager();
  if (manager === undefined) return;
  const wanted = programs.map((program) => packages[manager.name][program].join(",")).filter((names) => names !== "");
  if (wanted.length === 0) return;
  say(`installing ${wanted.map((names) => names.split(",")[0]).join(", ")} with ${manager.name} (log: ${logFile})`);
  await runToEnd("install", [...manager.command, ...wanted], options);
}

/** Downloads a browser with puppeteer, its system libraries included where that is possible. */
export async function downloadChromium(options: InstallOptions): Promise<void> {
  if (!(await isExecutable(options.puppeteerCommand))) return;
  options.say(`downloading Chromium with puppeteer (log: ${options.logFile})`);
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
  // In a session of its own: a Ctrl-C must not break a package manager off halfway.
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
  const impatience = setTimeout(() => void running.stop(), 15 * 60_000);
  await running.exited.finally(() => clearTimeout(impatience));
}

/** What is said of a font that is not there. */
export function withoutFont(font: FontName): string {
  return `${font}: not found; to print them, sudo apt-get install ${packages.apt[font].join(" ")}`;
}

/** What to do by hand when programs are missing and cannot be installed. */
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
  } as const;
  const variables = programs.map((program) => variableOf[program]);
  return [
    `${programs.join(", ")}: not found, and could not be installed without your help. Either`,
    `  - install: sudo apt-get install ${names("apt")}   (Debian, Ubuntu)`,
    `             ${brew.join(", ")}   (macOS)`,
    `    or point ${variables.join(", ")} to what you have, and run this command again; or`,
    `  - run everything in containers: docker compose up`,
  ].join("\n");
}
