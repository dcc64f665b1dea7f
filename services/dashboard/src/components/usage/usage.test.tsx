import { expect, jest, test } from "@jest/globals";
import { operations, type ResponseOutput } from "@platen/contracts";
import { screen, within } from "@testing-library/react";
import { paths } from "../../paths.ts";
import { openDashboard, projectId, show, startGateway, templateId } from "../../testing/open-dashboard.tsx";
import { sampleOf, type Stated } from "../../testing/sample.ts";
import { UsageChart } from "./usage-chart.tsx";
import { UsageStrip } from "./usage-strip.tsx";
import { hourInWords } from "./usage-words.ts";

const gateway = startGateway();
type Usage = ResponseOutput<typeof operations.getDocumentUsage.member>;

/** A chart of hours from noon on. */
function pointsOf(...points: Stated<Usage["points"][number]>[]): Usage["points"] {
  const from = Date.parse("2026-01-31T12:00:00Z");
  const at = (index: number) => new Date(from + index * 3_600_000).toISOString();
  return sampleOf(operations.getDocumentUsage.member, {
    points: points.map((point, index) => ({ at: at(index), made: 0, failed: 0, ...point })),
  }).points;
}

const barsOf = (chart: Element, kind: string) =>
  [...chart.querySelectorAll(`[data-bar="${kind}"]`)].map((bar) => Number(bar.getAttribute("height")));

test.each<[string, Parameters<typeof pointsOf>, (times: string[]) => string]>([
  ["no hour", [], () => "none"],
  ["no document", [{}, {}], () => "none"],
  ["one hour with documents", [{}, { made: 1 }], ([, second]) => `all at ${second}: 1 document`],
  [
    "several of them",
    [{ made: 1_200, failed: 2 }, {}, { made: 3_000 }],
    ([first, , third]) =>
      `most at ${third}: 3,000 documents, in 2 of 3 hours, with failures at ${first}: 1,202 documents, 2 failed`,
  ],
])("a chart with %s says in words what it shows", (_what, given, words) => {
  const points = pointsOf(...given);
  show(<UsageChart points={points} />);
  const times = points.map((point) => hourInWords(point).slice(0, 5));
  expect(screen.getByRole("img").getAttribute("aria-label")).toBe(`Documents by hour: ${words(times)}`);
});

test("one failure among thousands of documents has a bar that is seen, within the height of the chart", () => {
  show(<UsageChart points={pointsOf({ made: 9_999, failed: 1 }, { failed: 2 }, {})} />);
  const chart = screen.getByRole("img");
  expect(barsOf(chart, "failed")).toEqual([3, 3, 0]);
  expect(barsOf(chart, "made")).toEqual([37, 0, 0]);
});

test("the strip counts the documents of a template, and leads to those that failed", async () => {
  const points = pointsOf({ made: 1_240, failed: 3 });
  gateway.serve(operations.getDocumentUsage.member, ({ query }) =>
    query.templateId === templateId
      ? { points, total: { made: 1_240, failed: 3, pages: 2_480, p95Ms: 80 } }
      : { points: [], total: {} },
  );
  const onFailed = jest.fn();
  const { user } = show(<UsageStrip templateId={templateId} onFailed={onFailed} />);
  const strip = within(await screen.findByRole("region", { name: "Last 24 hours" }));
  for (const text of ["1,243 documents", "95 % within 80 ms", "2,480 pages"])
    expect(strip.getByText(text)).toBeTruthy();
  await user.click(strip.getByRole("button", { name: "3 failed" }));
  expect(onFailed.mock.calls).toEqual([[points[0]?.at]]);
});

test("a strip without documents says that none has counted yet, and has nothing that failed", async () => {
  gateway.serve(operations.getDocumentUsage.member, { points: [], total: { made: 0, failed: 0, pages: 0 } });
  show(<UsageStrip templateId={undefined} onFailed={() => undefined} />);
  const strip = within(await screen.findByRole("region", { name: "Last 24 hours" }));
  expect(strip.getByText(/^No documents counted yet/)).toBeTruthy();
  expect(strip.queryByRole("button")).toBeNull();
  expect(strip.queryByText(/within/)).toBeNull();
});

const figures = { made: 1_240, failed: 3, p95Ms: 300 };
const cellsOf = async (name: RegExp) =>
  within(await screen.findByRole("row", { name }))
    .getAllByRole("cell")
    .flatMap((cell) => (/Last|within/.test(cell.dataset["header"] ?? "") ? [cell.textContent] : []));

test("the list of templates tells of each what became of its documents, and which had none", async () => {
  const other = `${templateId.slice(0, -1)}1`;
  gateway.serve(operations.listTemplates.member, {
    templates: [
      { templateId, name: "Invoice" },
      { templateId: other, name: "Letter" },
    ],
    pagination: { total: 2 },
  });
  gateway.serve(operations.getTemplateUsage, { templates: [{ templateId, ...figures }] });
  openDashboard(paths.templates({ projectId }));
  await screen.findByText("1,243");
  expect(await cellsOf(/Invoice/)).toEqual(["1,2433 failed", "300 ms"]);
  expect(await cellsOf(/Letter/)).toEqual(["0", ""]);
});

test("the list of projects tells of each what became of its documents", async () => {
  gateway.serve(operations.listMemberProjects, { projects: [{ projectId, name: "Acme" }], pagination: { total: 1 } });
  gateway.serve(operations.getMemberUsage, { projects: [{ projectId, ...figures }] });
  openDashboard(paths.projects());
  await screen.findByText("1,243");
  expect(await cellsOf(/Acme/)).toEqual(["1,2433 failed", "300 ms"]);
});
