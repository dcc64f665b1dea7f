import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { isAllowedLicence, licenceFindings, readLicenceList } from "./licence-findings.ts";
import { originFindings, readLockfile } from "./origin-findings.ts";
import { readInstallSettings, settingsFindings } from "./settings-findings.ts";
import { applyWaivers, type Finding, type Waiver } from "./waivers.ts";

const rootFolder = resolve(import.meta.dirname, "../../../..");
const read = (name: string) => readFileSync(join(rootFolder, name), "utf8");
const lockText = read("pnpm-lock.yaml");
const settingsText = read("pnpm-workspace.yaml");

/** A lockfile like pnpm-lock.yaml, with one package and one link. */
const smallLock = `
importers:
  packages/client: {}
  services/gateway:
    dependencies:
      express:
        specifier: 5.1.0
        version: 5.1.0
      "@platen/client":
        specifier: workspace:*
        version: link:../../packages/client
packages:
  express@5.1.0:
    resolution: {integrity: sha512-${"A".repeat(86)}==}
`;

/** The small lockfile with one change. */
function changed(find: RegExp | string, by: string): string {
  const text = smallLock.replace(find, by);
  if (text === smallLock) throw new Error(`the small lockfile has no ${find}`);
  return text;
}

describe("where packages come from", () => {
  const expressResolution = /(resolution: )\{integrity: [^}]+\}/;

  test("every package of the lockfile comes from the registry, with its hash", () => {
    expect(originFindings(readLockfile(lockText))).toEqual([]);
    expect(originFindings(readLockfile(smallLock))).toEqual([]);
  });

  test.each([
    ["without a hash", "$1{}", /express@[\d.]+ has no SHA-512/],
    ["with a weaker hash", "$1{integrity: sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=}", /has no SHA-512/],
    [
      "from an address",
      `$1{integrity: sha512-${"A".repeat(86)}==, tarball: https://example.org/express.tgz}`,
      /express@[\d.]+ comes from outside the registry \(tarball\)/,
    ],
    [
      "from a repository",
      "$1{commit: 0123456, repo: https://example.org/express.git, type: git}",
      /outside the registry \(commit, repo, type\)/,
    ],
    ["from a folder", "$1{directory: ../express, type: directory}", /outside the registry \(directory, type\)/],
  ])("a package %s is a finding", (_what, resolution, finding) => {
    const findings = originFindings(readLockfile(changed(expressResolution, resolution)));
    expect(findings.join("\n")).toMatch(finding);
  });

  test("a version that is an address is a finding", () => {
    const text = changed("  express@5.1.0:", "  express@https://example.org/express.tgz:");
    expect(originFindings(readLockfile(text)).join("\n")).toMatch(/is not a package of the registry with a version/);
  });

  test("a version range and a link to outside the workspace are findings", () => {
    const ranged = changed("specifier: 5.1.0", "specifier: ^5.0.0");
    expect(originFindings(readLockfile(ranged)).join("\n")).toMatch(/express has the version range \^5\.0\.0/);
    const linked = changed("link:../../packages/client", "link:../../elsewhere");
    expect(originFindings(readLockfile(linked)).join("\n")).toMatch(
      /links to elsewhere, which is outside the workspace/,
    );
  });
});

describe("install settings", () => {
  const packageNames = new Set(["ssh2", "node", "core-js"]);
  const settingsOf = (text: string) => ({ ...readInstallSettings(text), allowBuilds: { node: true, ssh2: false } });
  const findingsOf = (text: string) => settingsFindings(settingsOf(text), packageNames);

  test("the repository's settings have no finding", () => {
    const locked = Object.keys(readLockfile(lockText).packages).map((id) => id.slice(0, id.lastIndexOf("@")));
    expect(settingsFindings(readInstallSettings(settingsText), new Set(locked))).toEqual([]);
  });

  test.each([
    ["a release of today", settingsText.replace("4320", "60"), /less than three days/],
    [
      "a package exempt from the release age",
      `${settingsText}\nminimumReleaseAgeExclude: [left-pad]`,
      /lets left-pad in/,
    ],
    ["permission for all install scripts", `${settingsText}\ndangerouslyAllowAllBuilds: true`, /every install script/],
    ["no error for an undecided install script", settingsText.replace("strictDepBuilds: true", ""), /strictDepBuilds/],
    ["dependencies from elsewhere", settingsText.replace("blockExoticSubdeps: true", ""), /blockExoticSubdeps/],
  ])("%s is a finding", (_what, text, finding) => {
    expect(findingsOf(text).join("\n")).toMatch(finding);
  });

  test.each([
    ["a script that runs without a reason", { ssh2: true }, /lets ssh2 run/],
    ["a name that is not a dependency", { ssh3: false }, /ssh3, which is not a dependency/],
  ])("%s is a finding", (_what, allowBuilds, finding) => {
    const settings = { ...readInstallSettings(settingsText), allowBuilds };
    expect(settingsFindings(settings, packageNames).join("\n")).toMatch(finding);
  });
});

describe("licences", () => {
  const store = mkdtempSync(join(tmpdir(), "platen-licences-"));
  afterAll(() => rmSync(store, { recursive: true }));

  test.each([
    ["MIT", true],
    ["(MIT OR GPL-3.0)", true],
    ["MIT AND OFL-1.1", true],
    ["GPL-3.0", false],
    ["MIT AND GPL-3.0", false],
    ["SEE LICENSE IN LICENSE.txt", false],
    ["Unknown", false],
    ["MIT OR", false],
  ])("%s: %s", (expression, isAllowed) => {
    expect(isAllowedLicence(expression)).toBe(isAllowed);
  });

  /** The findings for a package that pnpm lists with this licence and that has these files. */
  function findingsOf(licence: string, files: Record<string, string>, fields: object = {}): string[] {
    const folder = mkdtempSync(join(store, "package-"));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), JSON.stringify(fields));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const list = JSON.stringify({ [licence]: [{ name: "a", versions: ["1.0.0"], paths: [folder] }] });
    return licenceFindings(readLicenceList(list)).map(({ finding }) => finding);
  }

  test.each([
    ["an allowed licence and its text", "MIT", { LICENSE: "" }, []],
    ["another licence", "AGPL-3.0", { LICENSE: "" }, ["a@1.0.0 has the licence AGPL-3.0, which is not allowed"]],
    ["no text", "MIT", {}, ["a@1.0.0 lacks the text of its licence (MIT)"]],
    ["a font's text", "MIT AND OFL-1.1", { LICENSE_FONT: "SIL Open Font License" }, []],
    ["only its code's text", "MIT AND OFL-1.1", { LICENSE: "MIT" }, [expect.stringContaining("lacks the text")]],
  ])("a package with %s", (_what, licence, files, findings) => {
    expect(findingsOf(licence, files)).toEqual(findings);
  });

  test("a program for one kind of machine needs no licence text, because its main package has it", () => {
    expect(findingsOf("MIT", {}, { os: ["linux"] })).toEqual([]);
  });
});

describe("a waiver", () => {
  const waiver: Waiver = { what: "a@1.0.0", about: "licence", reason: "the author agreed", until: "2027-01-01" };
  const found: Finding[] = [{ what: "a@1.0.0", about: "licence", finding: "a finding" }];

  test("removes its finding until its last day", () => {
    expect(applyWaivers(found, [waiver], "2026-12-31")).toEqual([]);
    expect(applyWaivers(found, [waiver], "2027-01-01")).toEqual([
      "a finding",
      expect.stringContaining("the waiver for a@1.0.0 ended on 2027-01-01"),
    ]);
  });
  test("does not remove other findings, and is a finding itself when it removes none", () => {
    const idle = expect.stringContaining("the waiver for a@1.0.0 has no finding");
    for (const changes of [{ what: "b@1.0.0" }, { about: "licence text" }] as const) {
      const others = found.map((finding) => ({ ...finding, ...changes }));
      expect(applyWaivers(others, [waiver], "2026-12-31")).toEqual(["a finding", idle]);
    }
  });
});
