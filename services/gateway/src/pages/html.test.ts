import { expect, test } from "@jest/globals";
import { html, prose } from "./html.ts";

test("values in a page are escaped unless they are HTML already", () => {
  expect(html`<p title="${'"'}">${"<script>&'"}${html`<b>${1}</b>`}${undefined}${["<", html`<i></i>`]}</p>`.html).toBe(
    '<p title="&quot;">&lt;script&gt;&amp;&#39;<b>1</b>&lt;<i></i></p>',
  );
  expect(prose("a `b<c` d").html).toBe("a <code>b&lt;c</code> d");
});
