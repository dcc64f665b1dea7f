import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { isAllowedLicence, licenceFindings, readLicenceList } from "./licence-findings.ts";
import { originFindings, settingsFindings } from "./install-findings.ts";
import { applyWaivers, type Finding, type Waiver } from "./waivers.ts";
import { workflowFindings } from "./workflow-findings.ts";

const rootFolder = resolve(import.meta.dirname, "../../../..");
const read = (name: string) => readFileSync(join(rootFolder, name), "utf8");
const lockfile = read("pnpm-lock.yaml");
const settings = read("pnpm-workspace.yaml");

test("every package of the repository comes from the registry, and its install settings are the required ones", () => {
  expect(originFindings(lockfile)).toEqual([]);
  expect(settingsFindings(settings)).toEqual([]);
});

test("tools that read .nvmrc take the Node.js of the repository", () => {
  expect(JSON.parse(read("package.json"))).toMatchObject({ devDependencies: { node: read(".nvmrc").trim() } });
});

describe("a workflow", () => {
  const workflow = read(".github/workflows/release.yml");

  test("of the repository takes its actions by the hash of a commit, and stores no token of npm", () => {
    expect(workflowFindings("release.yml", workflow)).toEqual([]);
    expect(workflow.match(/uses:/g)?.length).toBeGreaterThan(5);
    expect(workflowFindings("ci.yml", read(".github/workflows/ci.yml"))).toEqual([]);
  });

  test.each([
    ["an action by its tag", /@[0-9a-f]{40} # v\S+/, "@v4"],
    ["an action by a shortened hash", /@[0-9a-f]{40}/, "@11d5960"],
    ["an action by a branch", "uses: actions/checkout@", "'uses': actions/checkout@main # "],
    ["an image of a registry", /uses: actions\/checkout\S+/, "uses: docker://alpine:3"],
    ["rights of all jobs", "permissions: {}", "permissions: write-all"],
    ["a stored token", "--access public", "--access public $NPM_TOKEN"],
  ])("with %s is a finding", (_what, text, replacement) => {
    expect(workflowFindings("release.yml", workflow.replace(text, replacement))).toHaveLength(1);
  });
});

test.each([
  ["a package without a hash", /\{integrity: [^}]+\}/, "{}"],
  ["a weaker hash", /sha512-[^}]+/, "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk="],
  ["a package from an address", "{integrity: ", '{tarball: "https://example.org/express.tgz", integrity: '],
  ["a version range", /specifier: \d/, "specifier: ^5"],
  ["a version that is an address", /specifier: \d.*/, "specifier: https://example.org/express.tgz"],
])("%s is a finding", (_what, text, replacement) => {
  expect(originFindings(lockfile.replace(text, replacement))).toHaveLength(1);
});

test.each([
  ["a release of today", "4320", "60"],
  [
    "a package exempt from the release age",
    "autoInstallPeers",
    "minimumReleaseAgeExclude: [left-pad]\nautoInstallPeers",
  ],
  ["permission for all install scripts", "autoInstallPeers", "dangerouslyAllowAllBuilds: true\nautoInstallPeers"],
  ["no error for an undecided install script", "strictDepBuilds: true", ""],
  ["dependencies from elsewhere", "blockExoticSubdeps: true", ""],
  ["a script that runs without a reason", "ssh2: false", "ssh2: true"],
])("%s is a finding", (_what, text, replacement) => {
  expect(settingsFindings(settings.replace(text, replacement))).toHaveLength(1);
});

describe("licences", () => {
  const store = mkdtempSync(join(tmpdir(), "platen-licences-"));
  afterAll(() => rmSync(store, { recursive: true }));

  test.each([
    ["(MIT OR GPL-3.0)", true],
    ["MIT AND GPL-3.0", false],
    ["SEE LICENSE IN LICENSE.txt", false],
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
