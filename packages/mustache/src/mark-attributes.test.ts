import { expect, test } from "@jest/globals";
import { markAttributes } from "./mark-attributes.ts";
import { parseMustache, type Part } from "./parse-mustache.ts";

function namesInAttributes(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => {
    if (part.kind === "section") return namesInAttributes(part.parts);
    return part.kind === "value" && part.isInAttribute ? [part.name] : [];
  });
}

test.each([
  ["<p>{{a}}</p>", []],
  ['<img src="{{a}}">{{b}}', ["a"]],
  ["<img src='{{a}}' alt=\"it's {{b}}\">{{c}}", ["a", "b"]],
  ["<img src={{a}}>{{b}}", ["a"]],
  ['<a title="> {{a}}">{{b}}</a>', ["a"]],
  ["<!-- <img src='{{a}}' -->{{b}}", []],
  ["<script>if (a < b) '{{a}}'</script><img src='{{b}}'>{{c}}", ["b"]],
  ["<style>p > a { }</style><p {{a}}>{{b}}", ["a"]],
  ["1 < 2 {{a}} <3 {{b}}", []],
  ["<img src='{{#s}}{{a}}{{/s}}'>{{#s}}<b x='{{b}}'>{{/s}}{{c}}", ["a", "b"]],
  ["</p x='{{a}}'>{{b}}", ["a"]],
])("%s has these tags in attributes: %j", (source, names) => {
  const parts = parseMustache(source);
  markAttributes(parts);
  expect(namesInAttributes(parts)).toEqual(names);
});
