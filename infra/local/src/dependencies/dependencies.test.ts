import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "@jest/globals";
import type { InstalledPackage } from "./installed-packages.ts";
import { isAllowedLicence, licenceFindings } from "./licence-findings.ts";
import { productionPackages, readLockfile } from "./lockfile.ts";
import { originFindings } from "./origin-findings.ts";
import { readInstallSettings, settingsFindings } from "./settings-findings.ts";
import { applyWaivers, type Finding, type Waiver } from "./waivers.ts";

const rootFolder = resolve(import.meta.dirname, "../../../..");
const read = (name: string) => readFileSync(join(rootFolder, name), "utf8");
const lockText = read("pnpm-lock.yaml");
const settingsText = read("pnpm-workspace.yaml");

/** The lock file with the first package entry changed. */
function changed(find: RegExp, by: string): string {
  const text = lockText.replace(find, by);
  if (text === lockText) throw new Error(`the lock file has no ${find}`);
  return text;
}

describe("where packages come from", () => {
  const expressResolution = /(\n {2}express@[\d.]+:\n {4}resolution: )\{integrity: [^}]+\}/;

  test("the lock file as it is has nothing but packages of the registry, each with its hash", () => {
    expect(originFindings(readLockfile(lockText))).toEqual([]);
  });

  test.each([
    ["without a hash", "$1{}", /express@[\d.]+ has no SHA-512/],
    ["with a weaker hash", "$1{integrity: sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=}", /has no SHA-512/],
    [
      "from an address",
      `$1{integrity: sha512-${"A".repeat(86)}==, tarball: https://example.org/express.tgz}`,
      /express@[\d.]+ is fetched from elsewhere than the registry \(tarball\)/,
    ],
    [
      "from a repository",
      "$1{commit: 0123456, repo: https://example.org/express.git, type: git}",
      /elsewhere than the registry \(commit, repo, type\)/,
    ],
    ["from a folder", "$1{directory: ../express, type: directory}", /elsewhere than the registry \(directory, type\)/],
  ])("a package %s is found", (_what, resolution, finding) => {
    const findings = originFindings(readLockfile(changed(expressResolution, resolution)));
    expect(findings.join("\n")).toMatch(finding);
  });

  test("one whose version is an address is found", () => {
    const text = changed(/\n {2}express@[\d.]+:\n/, "\n  express@https://example.org/express.tgz:\n");
    expect(originFindings(readLockfile(text)).join("\n")).toMatch(/is no package of the registry, by a version/);
  });

  test("one that is asked for by a range, or linked from outside of the workspace, is found", () => {
    const ranged = changed(/(express:\n {8}specifier: )[\d.]+/, "$1^5.0.0");
    expect(originFindings(readLockfile(ranged)).join("\n")).toMatch(/express is asked for as \^5\.0\.0/);
    const linked = changed(/link:\.\.\/packages\/client/, "link:../../elsewhere");
    expect(originFindings(readLockfile(linked)).join("\n")).toMatch(
      /linked to \.\.\/elsewhere, which is no package of the workspace/,
    );
  });
});

describe("what runs while packages are installed", () => {
  const lockfile = readLockfile(lockText);
  const scripted = (name: string): InstalledPackage => ({
    id: `${name}@1.0.0`,
    name,
    licence: "MIT",
    hasLicenceText: true,
    hasInstallScript: true,
  });
  const findingsOf = (text: string, installed: InstalledPackage[] = []) =>
    settingsFindings(readInstallSettings(text), lockfile, installed);

  test("the settings as they are say of every install script whether it may run", () => {
    expect(findingsOf(settingsText, [scripted("ssh2"), scripted("node")])).toEqual([]);
  });

  test.each([
    [
      "a package with an install script that nobody has decided about",
      settingsText,
      [scripted("newcomer")],
      /newcomer has an install script/,
    ],
    [
      "one that is allowed to run its script without a reason",
      settingsText.replace("ssh2: false", "ssh2: true"),
      [],
      /lets ssh2 run/,
    ],
    ["a name that is no dependency", settingsText.replace("ssh2:", "ssh3:"), [], /ssh3, which is no dependency/],
    ["packages of today", settingsText.replace("4320", "60"), [], /less than three days/],
    [
      "a package that is let in at once",
      `${settingsText}\nminimumReleaseAgeExclude: [left-pad]`,
      [],
      /lets left-pad in/,
    ],
    ["a permit for all scripts", `${settingsText}\ndangerouslyAllowAllBuilds: true`, [], /every install script/],
    ["dependencies from elsewhere", settingsText.replace("blockExoticSubdeps: true", ""), [], /blockExoticSubdeps/],
  ])("%s is found", (_what, text, installed, finding) => {
    expect(findingsOf(text, installed).join("\n")).toMatch(finding);
  });
});

describe("licences", () => {
  test.each([
    ["MIT", true],
    ["(MIT OR GPL-3.0)", true],
    ["MIT AND OFL-1.1", true],
    ["MIT AND (GPL-3.0 OR ISC)", true],
    ["GPL-3.0", false],
    ["MIT AND GPL-3.0", false],
    ["SEE LICENSE IN LICENSE.txt", false],
    ["MIT OR", false],
    ["", false],
    ["(MIT", false],
    ["(MIT GPL-3.0", false],
    ["MIT GPL-3.0", false],
  ])("%s: %s", (expression, isAllowed) => {
    expect(isAllowedLicence(expression)).toBe(isAllowed);
  });

  const packages = { "a@1.0.0": { resolution: {} }, "b@1.0.0": { resolution: {}, os: ["linux"] } };
  const found = (changes: Partial<InstalledPackage> = {}): InstalledPackage => ({
    id: "a@1.0.0",
    name: "a",
    licence: "MIT",
    hasLicenceText: true,
    hasInstallScript: false,
    ...changes,
  });
  const findingsOf = (installed: InstalledPackage[], ids = ["a@1.0.0"]) =>
    licenceFindings(new Set(ids), installed, { packages }).map(({ finding }) => finding);

  test.each([
    [
      "another licence",
      [found({ licence: "AGPL-3.0" })],
      ["a@1.0.0 says AGPL-3.0 of its licence, which is none of those allowed"],
    ],
    ["none", [found({ licence: undefined })], ["a@1.0.0 says nothing of its licence, which is none of those allowed"]],
    ["no text", [found({ hasLicenceText: false })], ["a@1.0.0 comes without the text of its licence (MIT)"]],
    ["nothing installed", [], ["a@1.0.0 is not installed, so its licence cannot be read"]],
    ["all there", [found()], []],
  ])("a package with %s", (_what, installed, findings) => {
    expect(findingsOf(installed)).toEqual(findings);
  });

  test("a part for another kind of machine need not be installed, and one for this need not bring the text again", () => {
    expect(findingsOf([], ["b@1.0.0"])).toEqual([]);
    expect(findingsOf([found({ id: "b@1.0.0", hasLicenceText: false })], ["b@1.0.0"])).toEqual([]);
  });

  test("what is in the images is what the services depend on, tools for development not", () => {
    const production = [...productionPackages(readLockfile(lockText), ["services/gateway"])].map((id) =>
      id.replace(/@[^@]+$/, ""),
    );
    expect(production).toEqual(expect.arrayContaining(["express", "bullmq", "ioredis", "zod"]));
    expect(production).not.toContain("jest");
    expect(production).not.toContain("testcontainers");
  });
});

describe("a waiver", () => {
  const waiver: Waiver = { what: "a@1.0.0", about: "licence", reason: "asked", until: "2027-01-01" };
  const found: Finding[] = [{ what: "a@1.0.0", about: "licence", finding: "a finding" }];

  test("takes its finding out until its day", () => {
    expect(applyWaivers(found, [waiver], "2026-12-31")).toEqual([]);
    expect(applyWaivers(found, [waiver], "2027-01-01")).toEqual([
      "a finding",
      expect.stringContaining("the waiver for a@1.0.0 ended on 2027-01-01"),
    ]);
  });
  test("takes no other package's and no other finding out, and is one itself when nothing needs it", () => {
    const idle = expect.stringContaining("the waiver for a@1.0.0 is not needed any more");
    for (const changes of [{ what: "b@1.0.0" }, { about: "licence text" }] as const) {
      const others = found.map((finding) => ({ ...finding, ...changes }));
      expect(applyWaivers(others, [waiver], "2026-12-31")).toEqual(["a finding", idle]);
    }
  });
});
