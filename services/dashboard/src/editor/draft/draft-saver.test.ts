import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { ApiProblem, TransportError } from "@platen/client";
import type { TemplateSource } from "../template-source.ts";
import { createDraftSaver, type DraftSaver } from "./draft-saver.ts";
import { createEditorStore, type EditorStore } from "./editor-store.ts";
import { savedDraftOf, type Draft } from "./saved-draft.ts";
import type { SavingMode } from "./saving-state.ts";

const source: TemplateSource = { html: "one", css: "", settings: {}, dataSets: [{ name: "One", json: "{}" }] };

type Sent = { source: TemplateSource; revision: number; answer: PromiseWithResolvers<Draft> };

let store: EditorStore;
let saver: DraftSaver<Draft>;
let sent: Sent[];
/** The draft on the server. */
let draft: Draft;

const draftOf = (saved: TemplateSource, revision: number): Draft => ({
  ...saved,
  revision,
  updatedAt: "2026-01-01T00:00:00.000Z",
  savedBy: null,
});

function start(restored?: TemplateSource, mode: SavingMode = "automatic"): void {
  const unsaved = restored && { source: restored, revision: 1 };
  store = createEditorStore({ draft: { source, revision: draft.revision }, unsaved, mayEdit: true });
  saver = createDraftSaver({
    kind: "template",
    mode,
    store,
    restored,
    draftOf: savedDraftOf,
    send: (given, revision) => {
      const answer = Promise.withResolvers<Draft>();
      sent.push({ source: given, revision, answer });
      return answer.promise;
    },
    read: () => Promise.resolve(draft),
    onSaved: () => undefined,
  });
}

beforeEach(() => {
  jest.useFakeTimers();
  sent = [];
  draft = draftOf(source, 1);
  start();
});

afterEach(() => {
  saver.close();
  jest.useRealTimers();
});

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const write = (html: string) => store.change({ html });
const problem = (status: number, code: ApiProblem["code"], details: ApiProblem["details"] = []) =>
  new ApiProblem(status, { code, message: "", requestId: "req_1", details: [...details] });
const lost = () => new TransportError("no answer", { failure: "connection" });

/** The server takes the save that was sent last. */
async function accept(): Promise<void> {
  const last = sent.at(-1);
  draft = draftOf(last?.source ?? source, (last?.revision ?? 0) + 1);
  last?.answer.resolve(draft);
  await pass(0);
}

async function refuse(error: Error): Promise<void> {
  sent.at(-1)?.answer.reject(error);
  await pass(0);
}

const sources = () => sent.map(({ source: { html } }) => html);

describe("edits", () => {
  test("are saved after a pause, and a source without edits never is", async () => {
    await pass(60_000);
    expect(sent).toEqual([]);
    write("on");
    await pass(1_400);
    write("one two");
    await pass(1_400);
    expect(sent).toEqual([]);
    await pass(100);
    expect(sent).toMatchObject([{ source: { html: "one two" }, revision: 1 }]);
    await accept();
    expect(store.getState()).toMatchObject({ isChanged: false, revision: 2 });
    await pass(60_000);
    expect(sent).toHaveLength(1);
  });

  test("that are undone within the pause are not saved", async () => {
    write("two");
    store.undo();
    await pass(60_000);
    expect(sent).toEqual([]);
  });

  test("without a pause are saved every 10 s", async () => {
    for (let count = 0; count < 100; count += 1) {
      write(String(count));
      await pass(250);
      if (sent.length > 0 && draft.revision === sent.at(-1)?.revision) await accept();
    }
    expect(sent.map(({ revision }) => revision)).toEqual([1, 2]);
  });

  test("wait while a save is under way, and longer after a slow one", async () => {
    write("two");
    await pass(1_500);
    write("three");
    await pass(5_000);
    expect(sources()).toEqual(["two"]);
    await accept();
    expect(store.getState().isChanged).toBe(true);
    await pass(19_000);
    expect(sources()).toEqual(["two"]);
    await pass(1_000);
    expect(sent).toMatchObject([{ revision: 1 }, { source: { html: "three" }, revision: 2 }]);
  });

  test("are saved at once when the author asks, and before the page is left", async () => {
    write("two");
    const saved = saver.save("save");
    await pass(0);
    await accept();
    expect(await saved).toBe(true);
    write("three");
    const flushed = saver.flush();
    saver.close();
    await pass(0);
    await accept();
    expect(await flushed).toBe(true);
    expect(sources()).toEqual(["two", "three"]);
  });

  test("of the last visit are saved without another edit", async () => {
    start({ ...source, html: "restored" });
    await pass(1_500);
    expect(sources()).toEqual(["restored"]);
  });
});

describe("while the server is away", () => {
  test("a save is tried again after 2, 4, 8 s and so on up to a minute, whatever the author types", async () => {
    write("two");
    await pass(1_500);
    const waits: number[] = [];
    for (let count = 0; count < 7; count += 1) {
      await refuse(count % 2 ? lost() : problem(503, "dependency.unavailable"));
      expect(saver.getState()).toMatchObject({ failure: { isRetried: true }, wish: undefined });
      write(`two ${count}`);
      const since = performance.now();
      while (sent.length === count + 1) await pass(500);
      waits.push(Math.round((performance.now() - since) / 1_000));
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60]);
    await accept();
    expect(saver.getState().failure).toBeUndefined();
    expect(store.getState().isChanged).toBe(false);
  });

  test("the save is tried at once when the network is back", async () => {
    write("two");
    await pass(1_500);
    await refuse(lost());
    saver.retry();
    await pass(0);
    expect(sources()).toEqual(["two", "two"]);
  });

  test("a save that arrived without an answer is no conflict, and later edits go on top", async () => {
    write("two");
    await pass(1_500);
    await refuse(lost());
    draft = draftOf({ ...source, html: "two" }, 2);
    write("three");
    await pass(2_000);
    await refuse(problem(409, "template.edit_conflict"));
    expect(saver.getState().theirs).toBeUndefined();
    expect(sent.at(-1)).toMatchObject({ source: { html: "three" }, revision: 2 });
    await accept();
    expect(store.getState()).toMatchObject({ isChanged: false, revision: 3 });
  });
});

describe("a mistake", () => {
  const mistake = () =>
    problem(422, "template.syntax_invalid", [{ path: "html", line: 1, column: 1, message: "is not closed" }]);

  test("is named without an interruption, and the next edit is saved", async () => {
    write("{{#open}}");
    await pass(1_500);
    await refuse(mistake());
    expect(saver.getState()).toMatchObject({ failure: { position: { part: "html", offset: 0 } }, wish: undefined });
    await pass(60_000);
    expect(sent).toHaveLength(1);
    write("closed");
    await pass(1_500);
    await accept();
    expect(saver.getState().failure).toBeUndefined();
  });

  test("in a data set is not sent again and again while nothing else changes", async () => {
    store.change({ dataSets: [{ name: "One", json: "{" }] });
    await pass(60_000);
    expect(sent).toEqual([]);
    expect(saver.getState().failure).toMatchObject({ isRestSaved: true });
    const published = saver.save("publish");
    expect(await published).toBe(false);
    expect(saver.getState().wish).toBe("publish");
  });
});

describe("a draft that another member has saved", () => {
  const theirs = draftOf({ ...source, html: "theirs" }, 5);

  test("is never overwritten until the author chooses", async () => {
    write("mine");
    await pass(1_500);
    draft = theirs;
    await refuse(problem(409, "template.edit_conflict"));
    expect(saver.getState().theirs).toBe(theirs);
    write("mine, too");
    saver.decideLater();
    write("mine, still");
    expect(jest.getTimerCount()).toBe(0);
    expect(await saver.flush()).toBe(false);
    expect(sent).toHaveLength(1);
    expect(saver.getState().failure?.message).toBe("Another member saved this template in the meantime.");

    void saver.save("save");
    await pass(0);
    await refuse(problem(409, "template.edit_conflict"));
    void saver.keepMine();
    await pass(0);
    expect(sent.at(-1)).toMatchObject({ source: { html: "mine, still" }, revision: 5 });
    await accept();
    write("mine, later");
    await pass(3_000);
    expect(sent.at(-1)).toMatchObject({ source: { html: "mine, later" }, revision: 6 });
  });

  test("can be taken, and is edited on from there", async () => {
    write("mine");
    draft = theirs;
    expect(await saver.lookForNewer()).toBe(false);
    saver.takeTheirs();
    expect(store.getState()).toMatchObject({ isChanged: false, revision: 5 });
    write("theirs and mine");
    await pass(1_500);
    expect(sent).toMatchObject([{ source: { html: "theirs and mine" }, revision: 5 }]);
  });
});

describe("where the author asks for saves", () => {
  beforeEach(() => {
    saver.close();
    start(undefined, "asked");
  });

  test("no save comes by itself, and none is tried again", async () => {
    write("two");
    await pass(60_000);
    expect(await saver.flush()).toBe(false);
    void saver.save("save");
    await pass(0);
    await refuse(lost());
    await pass(60_000);
    expect(sources()).toEqual(["two"]);
    expect(saver.getState().failure).not.toHaveProperty("isRetried");
    void saver.save("save");
    await pass(0);
    await accept();
    expect(saver.getState().failure).toBeUndefined();
    expect(store.getState()).toMatchObject({ isChanged: false, revision: 2 });
  });

  test("the choice after a conflict is the only word about it", async () => {
    write("mine");
    draft = draftOf({ ...source, html: "theirs" }, 5);
    void saver.save("save");
    await pass(0);
    await refuse(problem(409, "template.edit_conflict"));
    expect(saver.getState()).toMatchObject({ theirs: draft, failure: undefined });
    saver.decideLater();
    expect(saver.getState()).toMatchObject({ theirs: undefined, failure: undefined });
  });
});
