import { openShapes, phasesOf, type OpenShape } from "../shapes.ts";

type Load = { rate: number; seconds: number; customers: number };

/** What k6 calls a scenario, for one of the shapes; it runs the script's function `generate`. */
export function scenarioOf(shape: string, { rate, seconds, customers }: Load) {
  const exec = "generate";
  if (shape === "steady") {
    return { executor: "constant-vus" as const, exec, vus: customers, duration: `${seconds}s` };
  }
  if (!isOpenShape(shape)) throw new Error(`SHAPE must be steady or one of ${openShapes.join(", ")}`);
  const phases = phasesOf(shape, { rate, seconds });
  const peak = Math.max(...phases.map(({ fromRate, toRate }) => Math.max(fromRate, toRate)));
  return {
    executor: "ramping-arrival-rate" as const,
    exec,
    timeUnit: "1m",
    startRate: perMinute(phases[0]?.fromRate ?? 0),
    // A stage of no length is a jump: k6 otherwise climbs from where the stage before has ended.
    stages: phases.flatMap(({ fromRate, toRate, seconds }) => [
      { target: perMinute(fromRate), duration: "0s" },
      { target: perMinute(toRate), duration: `${seconds}s` },
    ]),
    preAllocatedVUs: Math.ceil(peak * 2),
    // As many as can wait while each answer takes its whole deadline of 30 s.
    maxVUs: Math.ceil(peak * 30),
  };
}

/** k6 takes whole numbers per time unit; a minute's worth keeps low rates exact. */
function perMinute(perSecond: number): number {
  return Math.round(perSecond * 60);
}

function isOpenShape(shape: string): shape is OpenShape {
  return openShapes.some((open) => open === shape);
}

/** Whether an answer's bytes are a whole PDF: its first and its last mark. */
export function isWholePdf(body: ArrayBuffer): boolean {
  const text = (from: number, to?: number) => String.fromCharCode(...new Uint8Array(body.slice(from, to)));
  return text(0, 5) === "%PDF-" && text(Math.max(0, body.byteLength - 1_024)).includes("%%EOF");
}
