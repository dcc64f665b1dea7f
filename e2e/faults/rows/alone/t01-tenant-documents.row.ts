import { document, documentOrRefusal, javascript, oneRenderMs, times } from "../../harms/tenant-requests.ts";
import { publishTemplate } from "../../../project-setup.ts";
import { tenantRows } from "../../runner/tenant-row.ts";

// One row for each way in which an account's documents and templates could hurt another account. "Off" says how a row is
// seen to fail.

const tenantRow = tenantRows();

// Off: worker code before its scans were linear; both documents stopped the worker for 27 seconds.
tenantRow("T1", "Escaped data with long runs after words that the worker looks for", {
  oneRenderMs,
  answers: documentOrRefusal,
  prepare({ attacker: { escaped } }) {
    const words = ["url(", "src(", "@import", "href=", "<meta name=", "<style"];
    const notes = words.map((word) => `${word}${" ".repeat(130_000)}`);
    const documents = [...notes, "<style".repeat(30_000)].map((note) => document(escaped, { note }));
    return async (send) => {
      // The last two, a word of 180,000 letters, end at their deadline, before the attacker hangs up.
      const headers = { "platen-deadline-ms": "5000" };
      for (const ask of documents) await times(2, () => ask(send, { headers }));
    };
  },
});

// Off: `longestDelimiter` of packages/mustache raised; a viewer stopped the catalog for 39 seconds.
tenantRow("T3", "Templates that are hard to check, of a member and of a viewer", {
  answers: documentOrRefusal,
  prepare({ viewed, attacker: { projectId } }) {
    const run = "a".repeat(400);
    const sources = [
      `{{=${run}b${run} x=}}<!--${"a".repeat(600_000)}-->`,
      `{{=aaaaaaab}} x=}}<!--${"a".repeat(900_000)}-->`,
      "{{#a}}".repeat(100_000),
      "{{=<% %>=}}<%={{ }}=%>".repeat(30_000),
      "{{".repeat(400_000),
      `{{${"a.".repeat(400_000)}b}}`,
    ];
    const bodies = sources.map((html) => ({
      viewer: JSON.stringify({ html, data: {} }),
      member: JSON.stringify({ name: "Hard", html }),
    }));
    return async (send) => {
      for (const { viewer, member } of bodies) {
        await Promise.all([
          send(`${viewed}/preview`, { as: "session", body: viewer }),
          send(`/api/dashboard/projects/${projectId}/previews`, { as: "session", body: member }),
          send(`/api/dashboard/projects/${projectId}/templates`, { as: "session", body: member }),
        ]);
      }
    };
  },
});

// Off: RENDERER_MAX_BYTES=100000000000; the renderer took 2,650 MB and the answer was a document.
tenantRow("T8", "Scripts take 40 times 64 MB", {
  oneRenderMs,
  forMs: 0,
  answers: /^422 document\.memory_exceeded/,
  prepare({ attacker: { raw } }) {
    const script = "const kept = []; for (let i = 0; i < 40; i += 1) kept.push(new Uint8Array(64 << 20).fill(1));";
    const ask = document(raw, { html: `<p>x</p><script>${script}</script>` }, javascript);
    return (send) => times(2, () => ask(send));
  },
});

const flood =
  "const { contentDocument: d } = document.body.appendChild(document.createElement('iframe')); setTimeout(() => { for (;;) { d.open(); d.close(); } }); window.platenReady = new Promise(() => {})";
const loop = `${"{{#a}}".repeat(2)}{{#a}}{{^a}}x{{/a}}{{/a}}${"{{/a}}".repeat(2)}`;

// Off: one queue for the processes of all accounts, and no watch of the browser's main process; either one stopped the
// victim for 15 seconds.
tenantRow("T13", "Templates that take their whole time to fill, frames and scripts that keep the browser busy", {
  oneRenderMs,
  forMs: 8_000,
  answers: /^(hung up|200|4\d\d|503 queue\.full|504 render\.timeout)/,
  async prepare({ attacker: { dashboard, projectId, raw } }) {
    const loops = await publishTemplate(dashboard, projectId, { name: "Loops", html: loop });
    const floods = [
      document(raw, { html: `<body><p>x</p><script>${flood}</script>` }, javascript),
      document(raw, { html: '<iframe srcdoc="<p>x"></iframe>'.repeat(3_000) }),
    ];
    const slow = document(loops, { a: Array.from({ length: 2_000 }, () => 1) });
    return async (send) => {
      await Promise.all(floods.map((ask) => ask(send)));
      await times(6, () => slow(send));
    };
  },
});
