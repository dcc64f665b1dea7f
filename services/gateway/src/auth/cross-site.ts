/** What of a request says where it came from. `hosts` are those this gateway is reached by. */
export type Provenance = { fetchSite: string | undefined; origin: string | undefined; hosts: readonly string[] };

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

/**
 * Tells whether a request may have been made by a page of another site. Browsers say so in `Sec-Fetch-Site`; older
 * ones at least send `Origin`. A request with neither is no browser's and carries no cookie it was not given.
 */
export function isCrossSite({ fetchSite, origin, hosts }: Provenance): boolean {
  if (fetchSite !== undefined) return fetchSite !== "same-origin" && fetchSite !== "none";
  if (origin === undefined) return false;
  const host = hostOf(origin);
  return host === undefined || !hosts.includes(host);
}
