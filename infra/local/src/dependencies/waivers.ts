/** A problem that a waiver may accept for a while. `what` names the package or the advisory. */
export type Finding = { what: string; about: "licence" | "licence text" | "advisory"; finding: string };

/** Accepts a known finding until a date. */
export type Waiver = {
  /** A package as `name@version`, or the id of an advisory (GHSA-…) in `auditConfig.ignoreGhsas`. */
  what: string;
  about: Finding["about"];
  reason: string;
  /** The day when the waiver ends, as YYYY-MM-DD. */
  until: string;
};

const inReadme = "its README names the licence, whose text is the standard one";
const inPackage = "its package.json names the licence, whose text is the standard one";
const inFiles = "each of its files begins with the licence's notice";

const withoutText: readonly (readonly [what: string, reason: string])[] = [
  ["pg-types@2.2.0", inReadme],
  ["pgpass@1.0.5", inReadme],
  ["puppeteer@25.16.0", inFiles],
  ["puppeteer-core@25.16.0", inFiles],
  ["@puppeteer/browsers@3.2.6", inFiles],
  ["react-remove-scroll-bar@2.3.8", inReadme],
  ["saxes@6.0.0", inPackage],
  ["typeorm@1.1.1", inReadme],
];

/** Each waiver needs a review before it ends. */
export const waivers: readonly Waiver[] = withoutText.map(([what, reason]) => ({
  what,
  about: "licence text",
  reason,
  until: "2027-11-01",
}));

/** Removes waived findings. Reports waivers that have ended and waivers without a finding. */
export function applyWaivers(found: readonly Finding[], given: readonly Waiver[], today: string): string[] {
  const isFor = (waiver: Waiver, { what, about }: Finding) => waiver.what === what && waiver.about === about;
  const valid = given.filter(({ until }) => until > today);
  const ended = given
    .filter(({ until }) => until <= today)
    .map(({ what, until }) => `the waiver for ${what} ended on ${until}. Fix its cause, or extend it in waivers.ts.`);
  const idle = given
    .filter((waiver) => !found.some((finding) => isFor(waiver, finding)))
    .map(({ what }) => `the waiver for ${what} has no finding. Remove it from waivers.ts.`);
  const open = found.filter((finding) => !valid.some((waiver) => isFor(waiver, finding)));
  return [...open.map(({ finding }) => finding), ...ended, ...idle];
}
