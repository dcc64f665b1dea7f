/** The headers of a request that name its origin. `publicUrl` is the only address of the dashboard, if it is known. */
export type Provenance = {
  fetchSite: string | undefined;
  origin: string | undefined;
  host: string | undefined;
  publicUrl: URL | undefined;
};

/**
 * Tells whether a page of another site may have made a request. Browsers send `Sec-Fetch-Site`, older ones at least
 * `Origin`. A request with neither header does not come from a browser, so it carries only cookies it was given. A page
 * whose own name leads to the gateway (DNS rebinding) is of the same site for its browser: only the public URL tells.
 */
export function isCrossSite({ fetchSite, origin, host, publicUrl }: Provenance): boolean {
  if (fetchSite === undefined && origin === undefined) return false;
  if (publicUrl !== undefined && host !== publicUrl.host) return true;
  if (fetchSite !== undefined) return fetchSite !== "same-origin" && fetchSite !== "none";
  if (publicUrl !== undefined) return origin !== publicUrl.origin;
  return origin === undefined || !URL.canParse(origin) || new URL(origin).host !== host;
}
