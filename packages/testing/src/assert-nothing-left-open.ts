import { waitFor } from "@platen/provisioning";

/** Throws with the names of the connections that a test file leaves open, to anything that can list them. */
export async function assertNothingLeftOpen(...resources: { connections(): Promise<string[]> }[]): Promise<void> {
  let open: string[] = [];
  const look = async () => {
    open = (await Promise.all(resources.map((resource) => resource.connections()))).flat();
    return open.length === 0;
  };
  // A server notices a closed connection a moment after the client.
  await waitFor(look, { describe: "connections to close" }).catch((cause: unknown) => {
    throw new Error(`left open: ${open.join(", ")}`, { cause });
  });
}
