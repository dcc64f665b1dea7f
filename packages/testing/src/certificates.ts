import { execFile } from "node:child_process";
import { chmod, chown, mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { unprivilegedUser } from "@platen/provisioning";
import { testFolder } from "./reaper.ts";

const run = promisify(execFile);
const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];

const openssl = (...args: string[]) => run("openssl", args, { timeout: 20_000 });

/** The files of an authority, and of a certificate that it gave to a server at `localhost` and 127.0.0.1. */
export type Certificates = { authority: string; certificate: string; key: string };

/** Creates an authority and a certificate for servers of this test run, which the user of the servers can read. */
export async function createCertificates(): Promise<Certificates> {
  const folder = await mkdtemp(join(testFolder(), "certificates-"));
  await chmod(folder, 0o711);
  const file = (name: string) => join(folder, name);
  const authority = file("ca.pem");
  await openssl(
    "req",
    "-x509",
    ...newKey,
    "-keyout",
    file("ca.key"),
    "-out",
    authority,
    "-subj",
    "/CN=ca",
    "-days",
    "2",
  );
  await openssl("req", ...newKey, "-keyout", file("server.key"), "-out", file("server.csr"), "-subj", "/CN=server");
  await writeFile(file("names"), "subjectAltName=DNS:localhost,IP:127.0.0.1\n");
  const signing = ["-CA", authority, "-CAkey", file("ca.key"), "-CAcreateserial", "-extfile", file("names")];
  await openssl("x509", "-req", "-in", file("server.csr"), ...signing, "-out", file("server.pem"), "-days", "2");
  const user = unprivilegedUser();
  // PostgreSQL takes a key only if no others can read it.
  await chmod(file("server.key"), 0o600);
  if (user) await chown(file("server.key"), user.uid, user.gid);
  return { authority, certificate: file("server.pem"), key: file("server.key") };
}
