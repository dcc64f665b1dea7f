import { readFileSync } from "node:fs";
import { ServerUrlError, type ServerUrl } from "./server-url.ts";

function readPem({ parameters }: ServerUrl, name: string): string | undefined {
  const path = parameters.get(name);
  if (path === undefined) return undefined;
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : String(error);
    throw new ServerUrlError(`\`${name}\` names the file ${path}, which cannot be read (${code})`);
  }
  if (!text.includes("-----BEGIN "))
    throw new ServerUrlError(`\`${name}\` names the file ${path}, which is not in PEM format`);
  return text;
}

export type TlsFiles = { ca?: string; cert?: string; key?: string };

/** Reads the files that the parameters of a URL name: authorities, and the certificate of the client with its key. */
export function readTlsFiles(url: ServerUrl, names: Record<keyof TlsFiles, string>): TlsFiles {
  const [ca, cert, key] = [names.ca, names.cert, names.key].map((name) => readPem(url, name));
  if ((cert === undefined) !== (key === undefined)) {
    throw new ServerUrlError(`must give both \`${names.cert}\` and \`${names.key}\`, or none of them`);
  }
  return { ...(ca !== undefined && { ca }), ...(cert !== undefined && { cert }), ...(key !== undefined && { key }) };
}
