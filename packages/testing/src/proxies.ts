/* oxlint-disable node/no-process-env -- the search path says where the programs are. */
import { chmod, copyFile, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { findOnPath, freePort } from "@platen/provisioning";
import { createCertificates } from "./certificates.ts";
import { documentedCode } from "./documented-code.ts";
import { testFolder } from "./reaper.ts";
import { serviceEnvironment, startProgram, type RunningService } from "./run-service.ts";

/** Where a proxy of a test listens, and its folder with a certificate. */
type Place = { plain: number; secure: number; folder: string };

/** How a test starts each proxy with the file of `docs/behind-a-proxy.md`: at other ports, and without what is the system's. */
const proxies = {
  nginx: {
    program: "nginx",
    language: "nginx",
    adapt: (file: string, { plain, secure, folder }: Place) =>
      file
        .replace("worker_processes auto;", `daemon off; pid ${folder}/pid; worker_processes 1;`)
        .replace("http {", "http { access_log off;")
        .replace("listen 80;", `listen ${plain};`)
        .replace("listen 443 ", `listen ${secure} `),
    args: (path: string) => ["-e", "stderr", "-c", path],
  },
  HAProxy: {
    program: "haproxy",
    language: "haproxy",
    adapt: (file: string, { plain, secure }: Place) =>
      file.replace("bind :80", `bind :${plain}`).replace("bind :443", `bind :${secure}`),
    args: (path: string) => ["-db", "-f", path],
  },
  Caddy: {
    program: "caddy",
    language: "caddyfile",
    adapt: (file: string, { plain, secure, folder }: Place) => {
      const certificate = `https://localhost {\n\ttls ${folder}/tls.crt ${folder}/tls.key`;
      const ports = `{\n\tadmin off\n\thttp_port ${plain}\n\thttps_port ${secure}\n}\n`;
      return `${ports}${file.replace("https://localhost {", certificate)}`;
    },
    args: (path: string) => ["run", "--adapter", "caddyfile", "--config", path],
  },
} as const;

export type ProxyName = keyof typeof proxies;

// Debian keeps them off the search path of users.
const environment = { PATH: `${process.env["PATH"]}:/usr/sbin` };
const programs = Object.fromEntries(
  await Promise.all(
    Object.values(proxies).map(async ({ program }) => [program, await findOnPath([program], environment)] as const),
  ),
);

/** Whether a proxy is installed: `apt-get install nginx haproxy caddy`. */
export const hasProxy = (name: ProxyName): boolean => programs[proxies[name].program] !== undefined;

export type Proxy = {
  name: ProxyName;
  /** Its `https` address, with a certificate of {@link Proxy.authority}. */
  url: string;
  plainUrl: string;
  authority: string;
  stop(): Promise<unknown>;
};

/**
 * Starts a proxy in front of a gateway, with the file of `docs/behind-a-proxy.md` for the name `localhost`. `change`
 * changes the file.
 */
export async function startProxy(
  name: ProxyName,
  { gateway, change = (file) => file }: { gateway: RunningService; change?: (file: string) => string },
): Promise<Proxy> {
  const { program, language, adapt, args } = proxies[name];
  const folder = await mkdtemp(join(testFolder(), `${program}-`));
  await chmod(folder, 0o755);
  const { authority, certificate, key } = await createCertificates();
  await copyFile(certificate, join(folder, "tls.crt"));
  await copyFile(key, join(folder, "tls.key"));
  const both = await Promise.all([certificate, key].map((path) => readFile(path, "utf8")));
  await writeFile(join(folder, "platen.pem"), both.join(""), { mode: 0o600 });
  const place = { plain: await freePort(), secure: await freePort(), folder };
  const file = documentedCode("docs/behind-a-proxy.md", name, language)
    .replaceAll(/10\.0\.0\.1[12]:8080/g, new URL(gateway.url).host)
    .replaceAll("9090", new URL(gateway.managementUrl).port)
    .replaceAll("/etc/platen", folder)
    .replaceAll("platen.example", "localhost");
  const path = join(folder, "configuration");
  await writeFile(path, adapt(change(file), place));
  const plainUrl = `http://localhost:${place.plain}`;
  const running = await startProgram({
    name: program,
    command: programs[program] ?? program,
    args: args(path),
    env: { ...serviceEnvironment(), HOME: folder },
    cwd: folder,
    logFile: join(folder, "log"),
    stopSignal: "SIGTERM",
    stopTimeoutMs: 5_000,
    isReady: () => answers(plainUrl),
  });
  return {
    name,
    url: `https://localhost:${place.secure}`,
    plainUrl,
    authority: await readFile(authority, "utf8"),
    stop: () => running.stop(),
  };
}

function answers(url: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    request(url, { agent: false }, (response) => {
      response.resume();
      resolve(true);
    })
      .once("error", reject)
      .end();
  });
}
