import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { z } from "zod";

const run = promisify(execFile);

const inspected = z.array(
  z
    .object({
      Id: z.string(),
      Name: z.string(),
      Config: z.object({ User: z.string(), Env: z.array(z.string()), Labels: z.record(z.string(), z.string()) }),
      HostConfig: z.object({ ReadonlyRootfs: z.boolean(), Memory: z.number(), PidsLimit: z.number().nullable() }),
    })
    .transform(({ Id, Name, Config, HostConfig }) => ({
      id: Id,
      name: Name.slice(1),
      service: Config.Labels["com.docker.compose.service"] ?? "",
      user: Config.User,
      environment: Config.Env,
      labels: Config.Labels,
      isRootReadOnly: HostConfig.ReadonlyRootfs,
      memoryLimit: HostConfig.Memory,
      processLimit: HostConfig.PidsLimit ?? 0,
    })),
);

export type Container = z.output<typeof inspected>[number];

/** Returns the containers of a Compose project, sorted by name, with the ended ones. */
export async function containersOf(project: string): Promise<Container[]> {
  const label = `label=com.docker.compose.project=${project}`;
  const ids = (await docker("ps", "--all", "--quiet", "--filter", label)).split("\n").filter((id) => id !== "");
  if (ids.length === 0)
    throw new Error(`Compose project ${project} has no container. Start it with \`docker compose up\`.`);
  const containers = inspected.parse(JSON.parse(await docker("inspect", ...ids)));
  return containers.toSorted((a, b) => a.name.localeCompare(b.name));
}

/** Runs a Docker command and returns its output. */
export async function docker(...args: readonly string[]): Promise<string> {
  const { stdout } = await run("docker", args, { timeout: 120_000, maxBuffer: 16 * 1024 * 1024 });
  return stdout.trimEnd();
}
