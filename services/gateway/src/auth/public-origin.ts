import { Problem } from "@platen/contracts";
import { isDashboardHost } from "./dashboard-host.ts";

type PublicOriginDependencies = {
  publicUrl: URL | undefined;
  isBehindProxy: boolean;
};

/**
 * Creates the function that tells the origin of addresses which Platen gives away, such as links. Without a public URL they
 * are for this machine and its network, like the dashboard: at the address to which the request was sent, if it is one.
 * A host name in a request proves nothing, and behind a proxy the outer address is not in it.
 */
export function createPublicOrigin({ publicUrl, isBehindProxy }: PublicOriginDependencies) {
  return function publicOrigin(host: string | undefined): string {
    if (publicUrl) return publicUrl.origin;
    if (!isBehindProxy && host !== undefined && isDashboardHost(host, undefined)) return `http://${host}`;
    const message =
      "This installation creates no links: the gateway does not know its public address. Set `PUBLIC_URL` of the gateway, then try again.";
    throw new Problem("dependency.unavailable", { message, retryAfterSeconds: 60 });
  };
}
