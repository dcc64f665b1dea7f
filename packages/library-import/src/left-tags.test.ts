import { expect, test } from "@jest/globals";
import { findSyntaxMistake } from "@platen/mustache";
import { strToU8 } from "fflate";
import { listLeftTags } from "./left-tags.ts";
import { readImport } from "./read-import.ts";

const read = (html: string, name = "a.html", given = new Map<string, { name: string; bytes: Uint8Array }[]>()) =>
  readImport([{ name, bytes: strToU8(`<!doctype html>${html}`) }], { given });

test.each([
  ["<p>{{total items}}{{#each a}}{{b}}{{/each}}</p>", ["{{total items}}"]],
  ["<p>{{{json x}}}{{#ifCond a}}x{{/ifCond}}{{#if a}}A{{/if}}</p>", ["{{{json x}}}", "{{#ifCond a}}", "{{/ifCond}}"]],
  [
    "<p>{% cycle 'a', 'b' %}{{ a | truncate: 3 }}{% if a %}x{% endif %}</p>",
    ["{% cycle 'a', 'b' %}", "{{ a | truncate: 3 }}"],
  ],
  ["<p>{d.a:weird}{d.b}</p>", ["{d.a:weird}"]],
  [
    "<p>@foreach ($a as $b){{ route('x') }}{!! $c->d() !!}@if (f($b)) @endif</p>@endforeach",
    ["{{ route('x') }}", "{!! $c->d() !!}", "@if (f($b))", "@endif"],
  ],
  [`<p class="@if (f($b->c)) @endif">{{ $a->b }}</p>`, ["@if (f($b->c))", "@endif"]],
  [`<p title="{{ a | truncate: 3 }}">{% if a %}x{% endif %}</p>`, ["a | truncate: 3"]],
  ["<style>p { color: {{ a | truncate: 3 }} } b { }</style>{% if a %}x{% endif %}", ["a | truncate: 3"]],
  ["<p>{% raw %}{{ x }}{% endraw %}{% if a %}x{% endif %}</p>", []],
])("the tags that an import has left are found in its HTML alone: %s", (html, left) => {
  const imported = read(html);
  expect(findSyntaxMistake(imported.html, { takesSnippets: true })).toBeUndefined();
  expect(listLeftTags(imported.html).map(({ tag }) => tag)).toEqual(left);
});

test("a tag that is left breaks neither the attribute nor the style sheet around it", () => {
  const { html } = read(
    `{{#each a}}{{/each}}<style>p { color: {{colour "main"}}; } b { margin: 0 }</style>` +
      `<img src="{{image "logo.png"}}" alt="{{label "x"}}"><p {{attrs "y"}}>{{title "z"}}</p>`,
  );
  expect(html).toContain(`p { color: {{! To rewrite: colour "main" }}; } b { margin: 0 }`);
  expect(html).toContain(`<img src="{{! To rewrite: image "logo.png" }}" alt="{{! To rewrite: label "x" }}">`);
  expect(html).toContain(`<p {{! To rewrite: attrs "y" }}>&#123;&#123;title "z"}}</p>`);
});

test("a file that is given for an address of such a tag takes its place", () => {
  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]);
  const html = `{{#each a}}{{/each}}<img src="{{image "logo.png"}}">`;
  const missing = read(html).report.filter(({ outcome }) => outcome === "missing");
  expect(missing.map(({ subject }) => subject)).toEqual([`image "logo.png"`]);
  const given = new Map([[`image "logo.png"`, [{ name: "logo.png", bytes: png }]]]);
  expect(read(html, "a.html", given).html).toContain(`<img src="asset:logo.png">`);
});

test.each([
  "&#123;&#123;a}}",
  "&#123;&#123;&#123;a}}}",
  "&#123;&#123;&#123;&#123;a}}}}",
  "{% if a %}",
  "{%- load x -%}",
  "{d.a:weird}",
  "@if (f(')'))",
  "@endif",
  "{!! $a !!}",
])("%s can be kept as a text, which is not a tag of any system", (written) => {
  const [left] = listLeftTags(`<p>${written}</p>`);
  expect(left).toMatchObject({ start: 3, end: 3 + written.length });
  const text = left?.asText ?? "";
  const decoded = (each: string) => each.replaceAll("&#123;", "{").replaceAll("&#64;", "@");
  expect([decoded(text), listLeftTags(text), findSyntaxMistake(text)]).toEqual([decoded(written), [], undefined]);
});

test.each([
  "<p>{{a}} {{# b | is 'c' }}{{/b}} {{! a comment }} 100 {% of 5</p>",
  "<p>me@endif.example @media @if @foreach</p>",
  "<p>{ a } &#123; &#123;b}} {%</p>",
  "<style>a{color:red}{d.x}</style><script>f({d.a})</script>",
])("other texts are no tags: %s", (html) => expect(listLeftTags(html)).toEqual([]));

test("a megabyte of beginnings is searched in linear time", () => {
  const before = process.cpuUsage();
  for (const piece of [
    "&#123;&#123;",
    "{% a ",
    "{d.",
    "&#123;&#123;a}}",
    "{{! To rewrite: a }}",
    "{d.a}",
    "@if (",
    "{!! ",
    "@endif",
  ])
    listLeftTags(piece.repeat(1_000_000 / piece.length));
  // A search from each beginning to the end takes minutes.
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(10_000);
});
