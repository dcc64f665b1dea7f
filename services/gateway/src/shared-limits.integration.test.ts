import { request as httpRequest, type ClientRequest } from "node:http";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { testFolder, waitFor } from "@platen/testing";
import {
  cookieSetBy,
  createProject,
  memberWith,
  setUp,
  startFixture,
  type Member,
  type TestFixture,
  type TestGateway,
  type TestProject,
} from "./testing/test-gateway.ts";

// One account holds all that it can by several projects, and another account is served beside it.

type Batch = { project: TestProject; batchId: string };

let fixture: TestFixture;
let gateway: TestGateway;
let batches: Batch[];
let victim: Batch;

beforeAll(async () => {
  fixture = await startFixture({ STORAGE_URL: `file://${testFolder()}/shared-limits` });
  gateway = await fixture.startGateway();
  const owner = await setUp(gateway.baseUrl);
  batches = [];
  for (const name of ["One", "Two", "Three", "Four"]) batches.push(await openBatch(await createProject(owner, name)));
  victim = await openBatch(await passOn(owner, await createProject(owner, "Other")));
});
afterAll(() => fixture?.stop());

/** Gives a project to another account, by inviting it as an owner and leaving. */
async function passOn({ dashboard }: Member, project: TestProject): Promise<TestProject> {
  const { accountId } = await dashboard.call(operations.getSession, {});
  const params = { projectId: project.projectId };
  const body = { email: "other@example.com", role: "owner" } as const;
  const { code } = await dashboard.call(operations.inviteMember, { params, body });
  const answer = await fetch(`${gateway.baseUrl}/api/dashboard/invitations/accept`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code, password: "a password of the other" }),
  });
  const other = memberWith(gateway.baseUrl, cookieSetBy(answer));
  await other.dashboard.call(operations.removeMember, { params: { ...params, accountId } });
  return project;
}

/** One of the batches of the account with four projects, in turns. */
const ofMany = (index: number) => batches[index % batches.length] as Batch;

const bearer = ({ key }: TestProject) => ({ authorization: `Bearer ${key}` });

async function openBatch(project: TestProject): Promise<Batch> {
  const answer = await fetch(`${gateway.baseUrl}/api/v1/batches`, {
    method: "POST",
    headers: { ...bearer(project), "content-type": "application/json" },
    body: JSON.stringify({ templateId: project.templateId, name: "Batch" }),
  });
  // The contract's own envelope.
  const { data } = (await answer.json()) as { data: { batchId: string } };
  return { project, batchId: data.batchId };
}

const pathOf = ({ batchId }: Batch, what: string) => `${gateway.baseUrl}/api/v1/batches/${batchId}/${what}`;

/** Begins a request with rows that brings a blank line and does not end. */
function beginUpload(batch: Batch, onAnswer: (status: number | undefined) => void): ClientRequest {
  const request = httpRequest(pathOf(batch, "rows"), {
    method: "POST",
    headers: { ...bearer(batch.project), "row-offset": "0", "content-type": "application/x-ndjson" },
  });
  request.on("error", () => undefined);
  request.on("response", ({ statusCode }) => onAnswer(statusCode));
  request.write("\n");
  return request;
}

test("another account's row is received at once beside uploads for four projects of one account that bring none", async () => {
  const answers: (number | undefined)[] = [];
  // Three are received and twenty wait.
  const uploads = Array.from({ length: 24 }, (_, index) =>
    beginUpload(ofMany(index), (status) => answers.push(status)),
  );
  try {
    await waitFor(() => answers.length > 0, { describe: "the refusal of the last one" });
    const answer = await fetch(pathOf(victim, "rows"), {
      method: "POST",
      headers: { ...bearer(victim.project), "row-offset": "0", "content-type": "application/x-ndjson" },
      body: '{"data":{}}\n',
      // The turns of the uploads last longer.
      signal: AbortSignal.timeout(5_000),
    });
    expect([answers, answer.status]).toEqual([[429], 200]);
  } finally {
    for (const upload of uploads) upload.destroy();
  }
});

test("of one account's streams a gateway holds 200, over all its projects, and another account's beside them", async () => {
  const leaving = new AbortController();
  const { signal } = leaving;
  /** Opens a stream, and tells after how many milliseconds its caller should come back. */
  const open = async (batch: Batch): Promise<string | undefined> => {
    const answer = await fetch(pathOf(batch, "events"), { headers: bearer(batch.project), signal });
    const piece = await answer.body?.getReader().read();
    return /retry: (\d+)/.exec(Buffer.from(piece?.value ?? []).toString())?.[1];
  };
  try {
    const waits = await Promise.all(Array.from({ length: 240 }, (_, index) => open(ofMany(index))));
    const held = waits.filter((ms) => ms === "1000").length;
    expect([held, gateway.dependencies.recordWaits.count()]).toEqual([200, 200]);
    expect(await open(victim)).toBe("1000");
  } finally {
    leaving.abort();
  }
});
