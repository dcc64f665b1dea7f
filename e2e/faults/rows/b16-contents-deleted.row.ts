import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { operations } from "@platen/contracts";
import { withConnection } from "@platen/provisioning";
import { createPng, freePort, pdfPageText, runService, waitFor } from "@platen/testing";
import { signIn } from "../../dashboard-session.ts";
import { createKey, createProject, publishTemplate } from "../../project-setup.ts";
import { watchProcesses } from "../facts/process-watch.ts";
import { filesWith, keysWith, tablesWith } from "../facts/search-word.ts";
import { startBucket } from "../harms/bucket.ts";
import { startCallProxy, type CallFate } from "../harms/call-proxy.ts";
import { faultRow } from "../runner/fault-row.ts";

/** Stands in the data of each document. */
const word = "Marmaladequokka";
const smallDocuments = 8;
/** A download of a large PDF takes several pieces; the first one has so many bytes. */
const firstPiece = `bytes=0-${1024 * 1024 - 1}`;
/** Downloads are under way by then: the answers of the bucket come later. */
const underWayMs = 500;
const lateAnswerMs = 10_000;

/** The document whose content a worker sends to this path. */
const contentOf = (path: string) => /\/documents\/(doc_\w+)\/content(?:\?|$)/.exec(path)?.[1];
const codeIn = (body: string) => /"code":"([^"]+)"/.exec(body)?.[1] ?? `no problem, ${body}`;

faultRow(
  "B16",
  "Contents are deleted while workers put them again and downloads are under way",
  async (figures, stage) => {
    const bucket = await startBucket();
    stage.onEnd(() => bucket.remove());
    const [lateAtCatalog, catalogMayHear] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const [lateAtBucket, bucketMayHear] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const lateAnswer = Promise.withResolvers<string>();
    let isHolding = false;
    let readsAreLate = false;
    const heldAtBucket = new Set<string>();

    const bucketProxy = await startCallProxy(bucket.port, {
      onCall: async ({ method, path, range }) => {
        if (method === "GET" && readsAreLate && range !== firstPiece) return "answers late";
        if (method !== "PUT") return "passes";
        // The first object that is put while documents are held, whenever the catalog tries it again.
        if (isHolding && heldAtBucket.size === 0) heldAtBucket.add(path);
        if (heldAtBucket.has(path)) {
          lateAtBucket.resolve(undefined);
          await bucketMayHear.promise;
        }
        return "passes";
      },
    });
    stage.onEnd(() => bucketProxy.close());

    let holdsNextAtCatalog = false;
    let heldAtCatalog: string | undefined;
    let mayTellLate = false;
    const catalogPort = await freePort();
    const catalogUrl = `http://127.0.0.1:${catalogPort}`;
    const catalogProxy = await startCallProxy(catalogUrl, {
      async onCall({ path }): Promise<CallFate> {
        const documentId = contentOf(path);
        if (documentId === undefined || !holdsNextAtCatalog) return "passes";
        holdsNextAtCatalog = false;
        heldAtCatalog = documentId;
        lateAtCatalog.resolve(undefined);
        await catalogMayHear.promise;
        return "passes";
      },
      onAnswer(body, path) {
        if (mayTellLate && contentOf(path) === heldAtCatalog) lateAnswer.resolve(codeIn(body));
        return true;
      },
    });
    stage.onEnd(() => catalogProxy.close());

    const { platen, redis } = await stage.startPlatenOnOwnRedis({
      workers: 1,
      env: {
        catalog: { ...bucket.variablesAt(bucketProxy.port), PORT: String(catalogPort) },
        gateway: { CATALOG_URL: catalogUrl },
        courier: { CATALOG_URL: catalogUrl },
        worker: { CATALOG_URL: catalogProxy.url, RENDER_CONCURRENCY: "2" },
      },
    });
    const processes = watchProcesses(platen);
    const [firstWorker] = platen.processes.workers;
    if (!firstWorker) throw new Error("The row needs a worker.");
    figures.isTrue("the storage", true, `S3, ${bucket.server}`);
    const session = await waitFor(() => signIn(platen.baseUrl, platen.account), { describe: "a session" });
    const projectId = await createProject(session, "Deleted");
    const noise = createPng({
      width: 1_200,
      height: 1_200,
      bitsPerSample: 8,
      colours: "rgb",
      row: (length) => randomBytes(length),
    });
    await session.call(operations.uploadAsset.member, {
      params: { projectId },
      query: { name: "noise.png" },
      bytes: noise,
    });
    const small = await publishTemplate(session, projectId, { name: "Small", html: "<p>{{x}}</p>" });
    const large = await publishTemplate(session, projectId, {
      name: "Large",
      html: '<p>{{x}}</p><img src="asset:noise.png" width="500">',
    });
    const { client, key } = await createKey(platen.baseUrl, session, projectId);

    const create = async (templateId: string, n: number) =>
      (await client.createDocument({ templateId, data: { x: `${word} ${n}` } })).documentId;
    const content = (documentId: string, method = "GET") =>
      fetch(`${platen.baseUrl}/api/v1/documents/${documentId}/content`, {
        method,
        headers: { authorization: `Bearer ${key}` },
      });
    const statusesOf = async (documentIds: readonly string[]) => {
      const statuses = await Promise.all(documentIds.map(async (id) => (await content(id)).status));
      return [...new Set(statuses)].join(", ");
    };

    // Downloads under way.
    const largeId = await create(large, 0);
    const smallIds = await Promise.all(Array.from({ length: smallDocuments }, (_, n) => create(small, n)));
    const keptIds = [largeId, ...smallIds];
    for (const documentId of keptIds) await client.waitForDocument(documentId);
    figures.exactly("downloads before", await statusesOf(keptIds), "200");
    const [object = ""] = await bucket.list();
    const text = await pdfPageText(await bucket.read(object), 1);
    figures.isTrue("the word is in the objects", text.includes(word), text.trim());

    readsAreLate = true;
    const downloads = keptIds.map(async (documentId) => {
      const { status, body } = await content(documentId);
      const begunAt = performance.now();
      const isWhole = await new Response(body).arrayBuffer().then(
        () => true,
        () => false,
      );
      return { documentId, status, begunAt, isWhole };
    });
    await delay(underWayMs);
    const deletedAt = new Map<string, number>();
    const deletions = await Promise.all(
      keptIds.map(async (documentId) => {
        const { status } = await content(documentId, "DELETE");
        deletedAt.set(documentId, performance.now());
        return status;
      }),
    );
    const afterwards = await statusesOf(keptIds);
    const underWay = await Promise.all(downloads);
    readsAreLate = false;
    figures.exactly("deletions, answered", [...new Set(deletions)].join(", "), "204");
    figures.exactly("downloads that are asked for after the 204", afterwards, "410");
    const late = underWay.filter(
      ({ documentId, status, begunAt }) => status === 200 && begunAt > (deletedAt.get(documentId) ?? 0),
    );
    figures.exactly(`downloads under way (of ${underWay.length}) whose content begins after the 204`, late.length, 0);
    const ofLarge = underWay.find(({ documentId }) => documentId === largeId);
    const end = ofLarge?.isWhole === true ? "ends whole" : "breaks off";
    figures.exactly("a large download that began before the 204", `${ofLarge?.status}, ${end}`, "200, breaks off");

    // A worker stops with a PDF on its way to the catalog, and with another one on its way to the bucket.
    isHolding = true;
    const toBucket = await create(small, 100);
    await lateAtBucket.promise;
    holdsNextAtCatalog = true;
    const toCatalog = await create(small, 101);
    await lateAtCatalog.promise;
    firstWorker.kill("SIGSTOP");
    const lateIds = [toBucket, toCatalog];
    figures.exactly(
      "data in the database meanwhile, which is sealed",
      (await tablesWith(platen.databaseUrl, word)).join(", "),
      "",
    );
    const named = await tablesWith(platen.databaseUrl, "Deleted");
    figures.isTrue("the search finds what is in the database", named.includes("projects"), named.join(", "));
    figures.atLeast("the search finds data in Redis meanwhile, in keys", (await keysWith(redis, word)).length, 1);
    await platen.startWorker();
    for (const documentId of lateIds) await client.waitForDocument(documentId);
    figures.exactly("documents that another worker has made", await statusesOf(lateIds), "200");
    const lateDeletions = await Promise.all(lateIds.map(async (id) => (await content(id, "DELETE")).status));
    figures.exactly("their deletions, answered", lateDeletions.join(", "), "204, 204");

    // No catalog runs when the object comes late. The clock moves on for the next catalog.
    await processes.kill(platen.processes.catalog);
    bucketMayHear.resolve(undefined);
    const { MANAGEMENT_PORT: _port, ...variables } = platen.processes.catalog.env;
    const landed = await waitFor(async () => ((await bucket.list()).length > 0 ? bucket.list() : undefined), {
      describe: "the late object",
    });
    figures.exactly("objects that come after their deletion", landed.length, 1);
    await withConnection(platen.databaseUrl, (connection) =>
      connection.query("UPDATE document_contents SET sweep_at = sweep_at - interval '20 minutes'"),
    );
    const catalog = await runService("catalog", variables, "catalog-2");
    stage.onEnd(() => catalog.stop());
    mayTellLate = true;
    catalogMayHear.resolve(undefined);
    const answered = await Promise.race([lateAnswer.promise, delay(lateAnswerMs)]);
    firstWorker.kill("SIGCONT");
    figures.exactly("answer to the late PDF of the stopped worker", answered ?? "none", "document.not_found");
    const isEmpty = async () => (await bucket.list()).length === 0;
    await waitFor(isEmpty, { timeoutMs: 15_000, describe: "an empty bucket" }).catch(() => false);
    figures.exactly("objects left after the sweep", (await bucket.list()).length, 0);
    figures.exactly("downloads after all", await statusesOf([...keptIds, ...lateIds]), "410");

    figures.exactly(
      "the word in the database",
      (await tablesWith(platen.databaseUrl, word)).join(", ") || "none",
      "none",
    );
    figures.exactly("the word in Redis", (await keysWith(redis, word)).join(", ") || "none", "none");
    const folder = firstWorker.env["WORK_DIR"] ?? "";
    figures.exactly("the word in files of the workers", (await filesWith(folder, word)).join(", ") || "none", "none");
    const { courier, gateways, workers } = platen.processes;
    const logs = [platen.processes.catalog, catalog, courier, ...gateways, ...workers];
    figures.exactly("logs with the word", logs.filter((service) => service.output().includes(word)).length, 0);
    await processes.report(figures, []);
  },
);
