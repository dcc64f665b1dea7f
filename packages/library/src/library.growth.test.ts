import { after, testGrowth } from "@platen/testing/growth";
import { composeAssets } from "./assets/compose-assets.ts";
import { findAssetNames } from "./assets/test-asset-names.ts";
import { namesIn } from "./assets/names-of-addresses.ts";
import { readBrandNames } from "./brand/read-brand-names.ts";
import { composeSnippets } from "./snippets/compose-snippets.ts";

/** A project with a file of each kind that composing reads by its name or family. */
function composedWith(html: string, css: string, sheet = ""): void {
  const file = { contentType: "", sizeBytes: 1 };
  composeAssets(
    { html, css, settings: { header: html } },
    {
      assets: [
        { ...file, name: "a", kind: "picture", sha256: "1" },
        { ...file, name: "b.css", kind: "stylesheet", sha256: "2" },
        { ...file, name: "c", kind: "font", sha256: "3", font: { family: "a", weight: "400", style: "normal" } },
      ],
      contents: new Map([
        ["1", "a"],
        ["2", sheet],
      ]),
      digestOf: () => "",
    },
  );
}

testGrowth(import.meta.dirname, {
  "the names of assets in a template": { read: namesIn, files: ["assets/names-of-addresses"], limit: 1_000_000 },
  "the variables of the brand in a template": {
    read: readBrandNames,
    files: ["brand/read-brand-names"],
    limit: 1_000_000,
    known: [
      after("", "var(--brand-"),
      after("var(", " "),
      after("", "--brand-"),
      after("--brand-a", " "),
      after("", "/*"),
    ],
  },
  "a template with snippets": {
    read: (html) => {
      const snippets = [
        { name: "a", html: "<p>{{$ b }}x{{/ b }}</p>", css: "" },
        { name: "own", html, css: "" },
      ];
      return [html, "{{> own }}", `{{< a }}{{$ b }}${html}{{/ b }}{{/ a }}`].map((text) =>
        composeSnippets({ html: text, css: "" }, { snippets, names: ["a", "own"] }),
      );
    },
    files: [
      "composed-text",
      "snippets/compose-snippets",
      "snippets/parse-part",
      "snippets/snippet-parts",
      "snippets/snippet-writer",
    ],
    limit: 1_000_000,
    known: [
      after("", "{{$a}}"),
      after("", "{{> a }}"),
      after("", "{{$a}}\n x{{/a}}"),
      after("{{<a}}", "{{$b}}\n", "{{/a}}"),
      after("  {{> own }}", "\n "),
    ],
  },
  "the assets that a template names": {
    read: (text) => [
      findAssetNames({ html: text, css: text }),
      composedWith(text, text),
      composedWith("", '@import "asset:b.css";', text),
      composedWith('<link rel=stylesheet href="asset:b.css">', "", text),
    ],
    files: [
      "assets/asset-references",
      "assets/asset-lookup",
      "assets/asset-addresses",
      "assets/used-assets",
      "assets/compose-assets",
      "assets/line-index",
      "assets/read-elements",
      "assets/read-style",
      "assets/read-style-face",
      "assets/read-style-import",
      "assets/style-reader",
      "assets/family-names",
      "assets/style-in-html",
    ],
    limit: 1_000_000,
    known: [
      after("<img src='asset:a", "asset:a#"),
      after("<img srcset='", "asset:a,"),
      after("<style>", "font:"),
      after("<style>", "asset:a url("),
      after("", "<style>"),
      after("", "<link rel=stylesheet href='asset:b.css'>"),
      after("", "@import 'asset:b.css';"),
    ],
  },
});
