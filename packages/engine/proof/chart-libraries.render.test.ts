import { readFileSync } from "node:fs";
import { pdfPictures } from "@platen/testing";
import { expect, test } from "@jest/globals";
import { engineForFile } from "./engine-for-file.ts";

const engine = engineForFile({ limits: { loadTimeoutMs: 20_000 } });

type Library = {
  name: string;
  /** The file that a page loads as a script, from the package's main file. */
  file: [path: string, main: string];
  /** Draws a chart into the element or canvas `chart` as the manual of the library does, or without its animation. */
  draw: (isAnimated: boolean) => string;
};

const still = (isAnimated: boolean, option: string) => (isAnimated ? "" : option);

const libraries: Library[] = [
  {
    name: "Chart.js",
    file: ["./chart.umd.min.js", import.meta.resolve("chart.js")],
    draw: (isAnimated) => `new Chart(document.getElementById("canvas"), { type: "bar",
      data: { labels: ["a", "b", "c"], datasets: [{ data: [12, 19, 7] }] },
      options: { ${still(isAnimated, "animation: false,")} scales: { y: { beginAtZero: true } } } })`,
  },
  {
    name: "ECharts",
    file: ["./dist/echarts.min.js", import.meta.resolve("echarts")],
    draw: (isAnimated) => `echarts.init(document.getElementById("chart"), null, { renderer: "svg" }).setOption({
      ${still(isAnimated, "animation: false,")} xAxis: { data: ["a", "b", "c"] }, yAxis: {},
      series: [{ type: "bar", data: [12, 19, 7] }] })`,
  },
  {
    name: "D3",
    file: ["./d3.min.js", import.meta.resolve("d3")],
    draw: (isAnimated) => `const bars = d3.select("#chart").append("svg").attr("width", 300).attr("height", 200)
        .selectAll("rect").data([120, 190, 70]).join("rect")
        .attr("x", (_, index) => index * 60).attr("y", 200).attr("width", 50).attr("height", 0).attr("fill", "teal");
      const grown = ${isAnimated ? "bars.transition().duration(1500).delay((_, index) => index * 300)" : "bars"};
      grown.attr("y", (value) => 200 - value).attr("height", (value) => value);`,
  },
  {
    name: "ApexCharts",
    file: ["./apexcharts.min.js", import.meta.resolve("apexcharts")],
    draw: (isAnimated) => `new ApexCharts(document.getElementById("chart"), {
      chart: { type: "bar", width: 300, height: 200, ${still(isAnimated, "animations: { enabled: false },")} },
      series: [{ data: [12, 19, 7] }], xaxis: { categories: ["a", "b", "c"] } }).render()`,
  },
  {
    name: "Frappe Charts",
    file: ["./frappe-charts.min.umd.js", import.meta.resolve("frappe-charts")],
    draw: (isAnimated) => `new frappe.Chart("#chart", { type: "bar", height: 200, ${still(isAnimated, "animate: 0,")}
      data: { labels: ["a", "b", "c"], datasets: [{ values: [12, 19, 7] }] } })`,
  },
];

/** Some libraries draw a moment later. */
const later = ";window.platenReady = new Promise((done) => setTimeout(done, 1_500))";

async function pictureOf({ file, draw }: Library, isAnimated: boolean) {
  const { pdf, isScriptPending } = await engine.printHtml(
    `<!doctype html><style>@page { size: A5 } body { margin: 0 }</style>
     <div id="chart" style="width: 300px; height: 200px"></div><div style="width: 300px"><canvas id="canvas"></canvas></div>
     <script>${readFileSync(new URL(...file), "utf8")}</script><script>${draw(isAnimated)}${isAnimated ? "" : later}</script>`,
    { settings: { javascript: true } },
  );
  const [picture] = await pdfPictures(pdf, { dpi: 72 });
  return { pixels: Buffer.from(picture?.rgba ?? []).toString("base64"), isScriptPending };
}

test.each(libraries)("a chart that $name animates is printed as without its animation", async (library) => {
  const animated = await pictureOf(library, true);
  expect(animated.isScriptPending).toBe(false);
  const drawn = await pictureOf(library, false);
  expect(animated.pixels === drawn.pixels).toBe(true);
  const blank = await pictureOf({ ...library, draw: () => "" }, true);
  expect(drawn.pixels === blank.pixels).toBe(false);
});
