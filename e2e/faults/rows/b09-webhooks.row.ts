import { operations } from "@platen/contracts";
import { waitFor } from "@platen/testing";
import { signIn } from "../../dashboard-session.ts";
import { createKey, createProject, publishTemplate } from "../../project-setup.ts";
import { watchProcesses } from "../facts/process-watch.ts";
import { startWebhookReceiver, type Reception } from "../load/webhook-receiver.ts";
import { faultRow } from "../runner/fault-row.ts";

const documents = 60;
/** After so many answers the courier is killed, before it can report the last of them. */
const killsAfter = [5, 30, 55];

/** A receiver fails, hangs up and takes a message in turns, and takes each at its second attempt. */
function receive(attempt: number, message: number): Reception {
  if (attempt > 1) return "takes";
  return (["takes", "fails", "hangs up"] as const)[message % 3] ?? "takes";
}

faultRow(
  "B9",
  "Receivers of webhooks fail, and couriers are killed between send and report",
  async (figures, stage) => {
    const platen = await stage.startPlaten({ workers: 1 });
    const { couriers } = platen.processes;
    const processes = watchProcesses(platen);
    const session = await waitFor(() => signIn(platen.baseUrl, platen.account), { describe: "a session" });
    const projectId = await createProject(session, "Told");
    const templateId = await publishTemplate(session, projectId, { name: "Letter", html: "<p>{{x}}</p>" });
    const { client } = await createKey(platen.baseUrl, session, projectId);
    const { secret } = await session.call(operations.getWebhookSecret, { params: { projectId } });
    let replacing: Promise<unknown> = Promise.resolve();

    async function replaceCourier(): Promise<void> {
      const courier = couriers.at(-1);
      // The courier is killed before the answer can reach the catalog.
      courier?.kill("SIGSTOP");
      if (courier) await processes.kill(courier);
      await platen.startCourier();
    }

    const receiver = await startWebhookReceiver(stage, {
      secret,
      receive,
      onAnswer(answers) {
        if (killsAfter.includes(answers)) replacing = Promise.all([replacing, replaceCourier()]);
      },
    });
    const made: string[] = [];
    for (let n = 0; n < documents; n += 1)
      made.push(
        (await client.createDocument({ templateId, data: { x: String(n) }, callbackUrl: receiver.url })).documentId,
      );

    // A lease of a courier that was killed ends after 45 seconds.
    await receiver.untilTaken(documents, 150_000);
    await replacing;
    const records = await Promise.all(made.map((documentId) => client.getDocument(documentId)));
    figures.exactly("couriers killed", couriers.length - 1, killsAfter.length);
    figures.exactly("documents completed", records.filter(({ status }) => status === "completed").length, documents);
    receiver.addFigures(figures, documents);
    figures.atMost("messages taken twice", receiver.repeated(), 30);
  },
);
