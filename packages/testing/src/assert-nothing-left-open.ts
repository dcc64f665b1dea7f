import { waitFor } from "@platen/provisioning";

/**
 * Throws with the names of the connections that a test file leaves open, to anything that can list them. Waits for them
 * to close for a minute, or for `timeoutMs`.
 */
export async function assertNothingLeftOpen(
  resources: readonly { connections(): Promise<string[]> }[],
  { timeoutMs = 60_000 }: { timeoutMs?: number } = {},
): Promise<void> {
  let open: string[] = [];
  const look = async () => {
    open = (await Promise.all(resources.map((resource) => resource.connections()))).flat();
    return open.length === 0;
  };
  // A server notices a closed connection a moment after the client.
  await waitFor(look, { timeoutMs, describe: "connections to close" }).catch((cause: unknown) => {
    throw new Error(`left open: ${open.join(", ")}`, { cause });
  });
}
