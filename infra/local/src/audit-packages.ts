/* oxlint-disable node/no-process-env -- pnpm gets the terminal's environment. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { pinnedPnpm } from "./run-pnpm.ts";

/** `unreachable`: no registry answered the question, so nothing is known. */
export type Audit = { outcome: "clean" | "found" | "unreachable"; output: string };

/** Asks the registry whether a published weakness is known of a package that runs in production. */
export async function auditPackages(
  rootFolder: string,
  { timeoutMs, registry }: { timeoutMs: number; registry?: string },
): Promise<Audit> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [pinnedPnpm(rootFolder), "audit", "--prod"], {
      cwd: rootFolder,
      env: { ...process.env, ...(registry !== undefined && { pnpm_config_registry: registry }) },
      maxBuffer: 64 * 1024 * 1024,
      timeout: timeoutMs,
    });
    return { outcome: "clean", output: stdout };
  } catch (error) {
    const {
      stdout = "",
      stderr = "",
      killed = false,
    } = error as { stdout?: string; stderr?: string; killed?: boolean };
    if (killed) return { outcome: "unreachable", output: `The registry did not answer within ${timeoutMs / 1000} s.` };
    const output = stdout + stderr;
    return { outcome: output.includes("ERR_PNPM_AUDIT_BAD_RESPONSE") ? "unreachable" : "found", output };
  }
}
