// k6 run -e SHAPE=ramp -e RATE=20 -e SECONDS=120 infra/load/k6/generate.ts   (infra/load/README.md)
import { check, fail, sleep } from "k6";
import exec from "k6/execution";
import http from "k6/http";
import { Counter } from "k6/metrics";
import type { Options } from "k6/options";
import { isWholePdf, scenarioOf } from "./scenario.ts";

/** What `npm start` leaves in .data/demo.json, or a file of your own in this form. */
type Demo = { baseUrl: string; apiKey: string; templates: { templateId: string; name: string; sampleData: unknown }[] };

// k6 looks for the file beside this one. If it holds something else, warming up says so.
const demo = JSON.parse(open(__ENV["DEMO"] ?? "../../../.data/demo.json")) as Demo;
const baseUrl = __ENV["PLATEN_URL"] ?? demo.baseUrl;
const apiKey = __ENV["PLATEN_API_KEY"] ?? demo.apiKey;
const thinkSeconds = Number(__ENV["THINK"] ?? 0.5);
const shape = __ENV["SHAPE"] ?? "steady";
const warmUpSeconds = 120;
const goodRounds = 25;

const bodies = demo.templates.map(({ name, templateId, sampleData }) => {
  return { name, text: JSON.stringify({ templateId, data: sampleData }) };
});
const pages = new Counter("platen_pages");
const refused = new Counter("platen_refused");

export const options: Options = {
  scenarios: {
    [shape]: scenarioOf(shape, {
      rate: Number(__ENV["RATE"] ?? 10),
      seconds: Number(__ENV["SECONDS"] ?? 60),
      customers: Number(__ENV["CUSTOMERS"] ?? 16),
    }),
  },
  setupTimeout: `${warmUpSeconds + 60}s`,
  summaryTrendStats: ["p(50)", "p(95)", "p(99)", "max"],
  // A refusal is an answer; anything else but a document is not.
  thresholds: { checks: ["rate==1"] },
};

function ask({ name, text }: (typeof bodies)[number]) {
  return http.post(`${baseUrl}/api/v1/generate`, text, {
    headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" },
    responseType: "binary",
    timeout: "120s",
    tags: { name },
  });
}

/** Before the load: until all templates came as PDFs many times in a row. */
export function setup(): void {
  const endsAt = Date.now() + warmUpSeconds * 1_000;
  for (let good = 0; good < goodRounds;) {
    const isGood = bodies.every((body) => {
      const { status, body: answer } = ask(body);
      return status === 200 && answer instanceof ArrayBuffer && isWholePdf(answer);
    });
    good = isGood ? good + 1 : 0;
    if (Date.now() > endsAt) fail("not all templates come as PDFs: nothing is measured");
    if (!isGood) sleep(0.25);
  }
}

/** One request of one customer. */
export function generate(): void {
  const chosen = bodies[exec.scenario.iterationInTest % bodies.length];
  if (chosen === undefined) fail("the project has no template");
  const { status, body, headers } = ask(chosen);
  const isRefused = status === 429 || (status === 503 && headers["Retry-After"] !== undefined);
  if (isRefused) refused.add(1);
  const isDocument = status === 200 && body instanceof ArrayBuffer && isWholePdf(body);
  if (isDocument) pages.add(Number(headers["Platen-Page-Count"]));
  check(null, { "a whole PDF, or refused in time": () => isDocument || isRefused });
  // Where arrivals have a rate of their own, thinking would only hold up k6.
  if (shape === "steady") sleep(-Math.log(1 - Math.random()) * thinkSeconds);
}
