import { waitFor } from "@platen/provisioning";

/** Throws, with their names, if a test file leaves connections open: to its databases, its Redis, or anything that can list them. */
export async function assertNothingLeftOpen(...resources: { connections(): Promise<string[]> }[]): Promise<void> {
  let open: string[] = [];
  const look = async () => {
    open = (await Promise.all(resources.map((resource) => resource.connections()))).flat();
    return open.length === 0;
  };
  // A server notices a moment after the client that a connection is closed.
  await waitFor(look, { timeoutMs: 2_000, describe: "connections to close" }).catch((cause: unknown) => {
    throw new Error(`left open: ${open.join(", ")}`, { cause });
  });
}
