import { z } from "zod";
import { docker } from "./containers.ts";

const networksOf = z.array(
  z.object({ NetworkSettings: z.object({ Networks: z.record(z.string(), z.object({ IPAddress: z.string() })) }) }),
);

async function addressOf(container: string, network: string): Promise<string | undefined> {
  const [found] = networksOf.parse(JSON.parse(await docker("inspect", container)));
  return found?.NetworkSettings.Networks[network]?.IPAddress;
}

/** A container that does nothing but hold an address. It listens on no port, so the kernel resets connections to it. */
function occupy(network: string, image: string): Promise<string> {
  return docker(
    "run",
    "--detach",
    "--label",
    "platen.occupant",
    "--network",
    network,
    "--entrypoint",
    "sleep",
    image,
    "3600",
  );
}

/**
 * Moves a container to another address of a network, where its name then leads. Its old address is taken by a container
 * without a listener (`reset`), or by none, so that packets to it get lost (`silent`). Returns what removes that again.
 */
export async function moveContainer(options: {
  container: string;
  network: string;
  name: string;
  oldAddress: "reset" | "silent";
  /** Time in which the name leads nowhere. */
  awayMs?: number;
}): Promise<() => Promise<void>> {
  const { container, network, name, oldAddress, awayMs = 0 } = options;
  const image = await docker("inspect", "--format", "{{.Config.Image}}", container);
  const left = await addressOf(container, network);
  await docker("network", "disconnect", network, container);
  // The engine gives away addresses in an order of its own. One of the occupants gets the old one.
  const occupants: string[] = [];
  let holder: string | undefined;
  while (holder === undefined && occupants.length < 16) {
    const occupant = await occupy(network, image);
    occupants.push(occupant);
    if ((await addressOf(occupant, network)) === left) holder = occupant;
  }
  if (awayMs > 0) await new Promise((settle) => setTimeout(settle, awayMs));
  await docker("network", "connect", "--alias", name, network, container);
  const staying = oldAddress === "reset" ? holder : undefined;
  await Promise.all(occupants.filter((one) => one !== staying).map((one) => docker("rm", "--force", one)));
  if (oldAddress === "reset" && holder === undefined) throw new Error(`No container got the old address ${left}.`);
  return async () => {
    if (staying !== undefined) await docker("rm", "--force", staying);
  };
}
