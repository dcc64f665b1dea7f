import { Problem } from "@platen/contracts";
import type { Express } from "express";
import ipaddr from "ipaddr.js";

/** Whether a name can lead to this machine alone, and an address to no name that its owner could change. */
function cannotBeRebound(host: string): boolean {
  if (!URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  const address = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  return ipaddr.isValid(address) || hostname === "localhost" || hostname.endsWith(".localhost");
}

/**
 * Tells whether the dashboard is at a host. With a public URL it is there alone; without one it is at addresses and at
 * localhost. The page of another name whose owner lets it lead here (DNS rebinding) would be of the same site for its
 * browser.
 */
export function isDashboardHost(host: string | undefined, publicUrl: URL | undefined): boolean {
  if (host === undefined) return false;
  return publicUrl === undefined ? cannotBeRebound(host) : host.toLowerCase() === publicUrl.host;
}

/** Refuses the dashboard and its operations at any other host. The operations for API keys are at every host. */
export function setUpDashboardHost(app: Express, { publicUrl }: { publicUrl: URL | undefined }): void {
  app.use(["/dashboard", "/api/dashboard"], (request, _response, next) => {
    if (isDashboardHost(request.host, publicUrl)) next();
    else if (publicUrl) {
      throw new Problem("auth.cross_site", {
        message: `The dashboard is at ${publicUrl.origin}. Open it there. A proxy in front must pass on the header \`Host\`.`,
      });
    } else {
      throw new Problem("auth.cross_site", {
        message:
          "The dashboard is not at this host name. Set `PUBLIC_URL` to its address, or open it by its IP address.",
      });
    }
  });
}
