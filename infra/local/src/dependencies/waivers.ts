/** Something found that can be borne for a while: of which package or advisory, and in which respect. */
export type Finding = { what: string; about: "licence" | "licence text" | "advisory"; finding: string };

/** A finding that is known and borne, until a date. */
export type Waiver = {
  /** A package as `name@version`, or the id of an advisory (GHSA-…) that `pnpm-workspace.yaml` names too. */
  what: string;
  about: Finding["about"];
  reason: string;
  /** From this day on it is a finding again, as YYYY-MM-DD. */
  until: string;
};

const inReadme = "its README names the licence; the text is the usual one of that name";
const inFiles = "each of its files begins with the licence's notice";

const withoutText: readonly (readonly [what: string, reason: string])[] = [
  ["pg-types@2.2.0", inReadme],
  ["pgpass@1.0.5", inReadme],
  ["puppeteer@25.16.0", inFiles],
  ["puppeteer-core@25.16.0", inFiles],
  ["@puppeteer/browsers@3.2.6", inFiles],
  ["react-remove-scroll-bar@2.3.8", inReadme],
  ["typeorm@1.1.1", inReadme],
];

/** Everything here has to be looked at again some day. */
export const waivers: readonly Waiver[] = withoutText.map(([what, reason]) => ({
  what,
  about: "licence text",
  reason,
  until: "2027-11-01",
}));

/** Takes waived findings out; tells of waivers that have come to their end, or that nothing needs any more. */
export function applyWaivers(found: readonly Finding[], given: readonly Waiver[], today: string): string[] {
  const isFor = (waiver: Waiver, { what, about }: Finding) => waiver.what === what && waiver.about === about;
  const valid = given.filter(({ until }) => until > today);
  const ended = given
    .filter(({ until }) => until <= today)
    .map(
      ({ what, until }) =>
        `the waiver for ${what} ended on ${until}: look at it again, and extend it in waivers.ts or mend what it bears`,
    );
  const idle = given
    .filter((waiver) => !found.some((finding) => isFor(waiver, finding)))
    .map(({ what }) => `the waiver for ${what} is not needed any more: take it out of waivers.ts`);
  const open = found.filter((finding) => !valid.some((waiver) => isFor(waiver, finding)));
  return [...open.map(({ finding }) => finding), ...ended, ...idle];
}
