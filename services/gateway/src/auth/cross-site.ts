/** The headers of a request that name its origin. `hosts` are the names under which this gateway is reached. */
export type Provenance = { fetchSite: string | undefined; origin: string | undefined; hosts: readonly string[] };

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

/**
 * Tells whether a page of another site may have made a request. Browsers send `Sec-Fetch-Site`, older ones at least
 * `Origin`. A request with neither header does not come from a browser, so it carries only cookies it was given.
 */
export function isCrossSite({ fetchSite, origin, hosts }: Provenance): boolean {
  if (fetchSite !== undefined) return fetchSite !== "same-origin" && fetchSite !== "none";
  if (origin === undefined) return false;
  const host = hostOf(origin);
  return host === undefined || !hosts.includes(host);
}
