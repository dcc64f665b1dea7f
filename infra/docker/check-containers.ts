// Checks the running containers of Platen's services: node infra/local/run.mjs infra/docker/check-containers.ts <project>
import { containersOf, docker, type Container } from "./src/containers.ts";

const [project] = process.argv.slice(2);
if (project === undefined) {
  process.stderr.write("usage: check-containers.ts <compose project>\n");
  process.exit(2);
}

/** Programs that build or download something. A service needs none. */
const programs =
  "npm npx corepack pnpm yarn gcc g++ cc c++ clang ld as make cmake python3 go rustc cargo git curl wget";
/** npm packages for building and testing. A service needs none. */
const packages = "typescript jest vite esbuild rolldown oxlint oxfmt knip";

/** Prints a line for each fault inside a container, and "seen" at its end. */
const checkFiles = `
[ "$(id -u)" != 0 ] || echo "runs as root"
[ "$(cat /proc/1/comm)" = tini ] || echo "its first process is $(cat /proc/1/comm), not tini"
if touch /platen/written 2>/dev/null; then echo "its file system can be written"; fi
for program in ${programs}; do
  found=$(command -v $program) && echo "has $found"
done
for package in ${packages}; do
  for folder in /platen/node_modules/.pnpm/$package@*; do [ -e $folder ] && echo "has $folder"; done
done
find / -xdev '(' -name npm-cli.js -o -name pnpm.cjs -o -name pnpm.mjs ')' 2>/dev/null | sed 's/^/has /'
find / -xdev -type f -perm /6000 2>/dev/null | sed 's/$/ makes its caller another user/'
find /platen -path /platen/node_modules -prune -o \
  '(' -path '*/proof/*' -o -name 'test-*.ts' -o -name 'hostile-*' -o -name '*.test.ts' ')' -print | sed 's/^/has the test file /'
[ -s /platen/LICENSE ] || echo "lacks Platen's licence"
echo seen
`;

/** Checks the licences of the worker's fonts and browser. Other images have neither. */
const checkFontLicences = `
for package in chromium-headless-shell fonts-noto-cjk fonts-noto-color-emoji; do
  [ -s /usr/share/doc/$package/copyright ] || echo "lacks the licence of $package"
done
fonts=0
for folder in /platen/packages/engine/node_modules/@expo-google-fonts/*; do
  fonts=$((fonts + 1))
  [ -s $folder/LICENSE_FONT ] || echo "lacks the licence of $folder"
done
[ $fonts -ge 28 ] || echo "has $fonts font packages"
echo seen
`;

const readMetrics =
  "fetch(`http://127.0.0.1:${process.env.MANAGEMENT_PORT}/metrics`).then(async (r) => console.log(await r.text()))";

async function findings(container: Container): Promise<string[]> {
  const { id, service, user, labels, environment } = container;
  const found: string[] = [];
  if (user !== "1000:1000") found.push(`is started as ${user}`);
  if (!container.isRootReadOnly) found.push("its root file system is not mounted read-only");
  if (container.memoryLimit === 0 || container.processLimit === 0) found.push("has no limit of memory or processes");
  for (const name of ["title", "version", "revision", "licenses"]) {
    if (!labels[`org.opencontainers.image.${name}`]) found.push(`has no label "${name}"`);
  }
  for (const variable of environment) {
    if (/:\/\/[^/]*@|BEGIN|PASSWORD=/.test(variable))
      found.push(`has a secret in its environment: ${variable.split("=")[0]}`);
  }
  found.push(...(await runInside(id, checkFiles)));
  if (service === "worker") {
    found.push(...(await runInside(id, checkFontLicences)));
    const metrics = await docker("exec", id, "node", "--eval", readMetrics);
    for (const name of ["platen_browser_sandboxed", "platen_browser_network_sealed"]) {
      if (!new RegExp(`^${name}(\\{.*\\})? 1$`, "m").test(metrics)) found.push(`${name} is not 1`);
    }
  }
  return found;
}

async function runInside(id: string, script: string): Promise<string[]> {
  const lines = (await docker("exec", id, "sh", "-c", script)).split("\n");
  if (lines.at(-1) !== "seen") throw new Error(`The check of container ${id} broke off: ${lines.join(", ")}`);
  return lines.slice(0, -1);
}

const services = ["gateway", "catalog", "worker", "courier"];
const containers = (await containersOf(project)).filter(({ service }) => services.includes(service));
const missing = services.filter((name) => !containers.some(({ service }) => service === name));
if (missing.length > 0)
  throw new Error(`Project ${project} has no container of ${missing.join(", ")}. Start it with \`docker compose up\`.`);
let count = 0;
for (const container of containers) {
  const found = await findings(container);
  count += found.length;
  const sealed = container.service === "worker" ? ", sandbox on, browser without network" : "";
  process.stdout.write(`${container.name}: ${found.length === 0 ? `no faults${sealed}` : found.join("; ")}\n`);
}
process.exit(count === 0 ? 0 : 1);
