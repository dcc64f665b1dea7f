import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { descendants } from "../../src/chromium/launch-chromium.ts";

/** A process as the kernel shows it, without anything that the process reports itself. */
export type ProcessFacts = {
  pid: number;
  commandLine: string;
  /** Chromium's type of the process: "renderer", "zygote", …; undefined for the browser itself. */
  type: string | undefined;
  seccomp: number;
  noNewPrivs: boolean;
  /** Real, effective, saved and file system user. */
  uids: number[];
  capabilities: bigint;
  namespaces: Record<(typeof namespaceKinds)[number], string>;
  environment: string[];
  openSockets: number;
};

export const namespaceKinds = ["user", "pid", "net"] as const;

/** A process and its descendants, without those that have ended. */
export async function processTree(pid: number): Promise<ProcessFacts[]> {
  return [pid, ...descendants(pid)].flatMap((id) => {
    const facts = processFacts(id);
    return facts ? [facts] : [];
  });
}

export function processFacts(pid: number): ProcessFacts | undefined {
  try {
    const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, "utf8");
    const status = read("status");
    const field = (name: string) => new RegExp(`^${name}:\\s*(.+)$`, "m").exec(status)?.[1] ?? "";
    const commandLine = read("cmdline").replaceAll("\0", " ");
    const namespace = (kind: string) => readlinkSync(`/proc/${pid}/ns/${kind}`);
    return {
      pid,
      commandLine,
      type: /--type=([\w-]+)/.exec(commandLine)?.[1],
      seccomp: Number(field("Seccomp")),
      noNewPrivs: field("NoNewPrivs") === "1",
      uids: field("Uid").split(/\s+/).map(Number),
      capabilities: BigInt(`0x${field("CapEff")}`),
      namespaces: { user: namespace("user"), pid: namespace("pid"), net: namespace("net") },
      environment: read("environ").split("\0").filter(Boolean),
      openSockets: socketsOf(pid),
    };
  } catch {
    // The process has ended.
    return undefined;
  }
}

/** The number of sockets with a network protocol. Sockets between local processes do not count. */
function socketsOf(pid: number): number {
  const inodes = new Set<string>();
  for (const table of ["tcp", "tcp6", "udp", "udp6", "raw", "raw6", "icmp", "icmp6", "packet"]) {
    for (const line of readNetTable(pid, table)) {
      const fields = line.trim().split(/\s+/);
      inodes.add((table === "packet" ? fields.at(-1) : fields[9]) ?? "");
    }
  }
  return readdirSync(`/proc/${pid}/fd`).filter((fd) => {
    const inode = /^socket:\[(\d+)\]$/.exec(readLink(`/proc/${pid}/fd/${fd}`))?.[1];
    return inode !== undefined && inodes.has(inode);
  }).length;
}

function readNetTable(pid: number, table: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/net/${table}`, "utf8").trim().split("\n").slice(1);
  } catch {
    // The kernel does not have that protocol.
    return [];
  }
}

function readLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    // The descriptor is closed.
    return "";
  }
}
