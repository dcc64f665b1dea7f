import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { testChromiumPath } from "@platen/testing";
import puppeteer, { type Browser as PuppeteerBrowser } from "puppeteer";
import { chromiumCommand, unprivilegedUser } from "../../src/chromium/chromium-command.ts";
import { createPipeTransport } from "../../src/chromium/pipe-transport.ts";
import { createWorkFolder } from "../../src/chromium/work-folder.ts";

/** The engine's browser without some of its guards, to show what each guard prevents. */
export type UnguardedBrowser = { puppeteer: PuppeteerBrowser; pid: number; close(): Promise<void> };

export type Guards = {
  /** The empty network namespace. */
  namespace: boolean;
  /** The flags that keep the browser offline. */
  flags: boolean;
};

const offlineFlags = /^--(proxy-|host-resolver-rules|(force-)?webrtc-ip-handling-policy)/;
// Printed pages draw no frames, but many leaks wait for a frame.
const framelessFlags = /^--(enable-begin-frame-control|run-all-compositor-stages-before-draw)/;

export async function startUnguardedBrowser(
  guards: Guards,
  moreFlags: readonly string[] = [],
): Promise<UnguardedBrowser> {
  const user = process.getuid?.() === 0 ? unprivilegedUser : undefined;
  const root = await mkdtemp(join(tmpdir(), "platen-unguarded-"));
  // The browser's user must be allowed to enter it.
  await chmod(root, 0o755);
  const folder = await createWorkFolder(root, user);
  const profilePath = await folder.createBrowserFolder("profile");
  const command = await chromiumCommand({
    executablePath: await testChromiumPath(),
    profilePath,
    user,
    sealNetwork: guards.namespace,
    sandbox: true,
  });
  const args = command.args.filter((flag) => !framelessFlags.test(flag) && (guards.flags || !offlineFlags.test(flag)));
  const child = spawn(command.program, [...args, ...moreFlags], {
    detached: true,
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    env: { PATH: "/usr/bin:/bin", LANG: "C.UTF-8", TZ: "UTC", HOME: profilePath, TMPDIR: profilePath },
  });
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
  });
  const pid = child.pid ?? 0;
  return {
    puppeteer: await puppeteer.connect({
      // The two pipes of `stdio` above.
      transport: createPipeTransport(child.stdio[3] as Writable, child.stdio[4] as Readable),
      defaultViewport: null,
    }),
    pid,
    async close() {
      process.kill(-pid, "SIGKILL");
      await ended;
      await rm(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}
