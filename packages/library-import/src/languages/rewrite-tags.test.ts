import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { findExpressionMistakes } from "@platen/formats";
import { findSyntaxMistake } from "@platen/mustache";
import { applyEdits } from "../edits.ts";
import type { Language } from "./language.ts";
import { detectLanguage } from "./detect-language.ts";
import { rewriteTags } from "./rewrite-tags.ts";

/** A text of another system, and the same in Platen. */
type Construct = readonly [source: string, equal: string];

const carbone: readonly Construct[] = [
  ["{d.customer.name}", "{{customer.name}}"],
  ["{d.lines[0].name}", "{{lines.0.name}}"],
  ["{d.name:upperCase}", "{{ name | upper }}"],
  ["{d.name:lowerCase}", "{{ name | lower }}"],
  ["{d.name:ucFirst}", "{{ name | capital }}"],
  ["{d.note:convCRLF}", "{{ note | lines }}"],
  ["{d.total:formatN(2)}", "{{ total | number 2 }}"],
  ["{d.due:formatD(DD/MM/YYYY)}", "{{ due | date 'dd/MM/yyyy' }}"],
  ["{d.due:formatD('dddd D MMMM YYYY')}", "{{ due | date 'EEEE d MMMM yyyy' }}"],
  ["{d.name:ifEmpty('-')}", "{{ name | or '-' }}"],
  ["{d.total:add(5)}", "{{ total | plus 5 }}"],
  ["{d.total:sub(5):mul(2)}", "{{ total | minus 5 | times 2 }}"],
  ["{d.total:div(3)}", "{{ total | divide 3 }}"],
  ["{d.total:abs()}", "{{ total | abs }}"],
  ["{d.id:padl(8, '0')}", "{{ id | pad 8 with='0' }}"],
  ["{d.status:ifEQ('paid'):show('Paid')}", "{{# status | is 'paid' }}Paid{{/status}}"],
  [
    "{d.status:ifEQ('paid'):show('Paid'):elseShow('Due')}",
    "{{# status | is 'paid' }}Paid{{/status}}{{# status | isnt 'paid' }}Due{{/status}}",
  ],
  ["{d.total:ifGT(10):show('much')}", "{{# total | over 10 }}much{{/total}}"],
  ["{d.note:ifEM():show('none')}", "{{# note | empty }}none{{/note}}"],
  ["{d.a:ifEQ(1):showBegin}x{d.a:showEnd}", "{{# a | is 1 }}x{{/a}}"],
  ["{d.a:ifEQ(1):hideBegin}x{d.a:hideEnd}", "{{# a | isnt 1 }}x{{/a}}"],
  ["{d.lines[].amount:aggSum}", "{{ lines | sum amount }}"],
  ["{d.lines[].amount:aggAvg}", "{{ lines | average amount }}"],
  ["<p>{d.lines[i].name}</p><p>{d.lines[i+1]}</p>", "{{#lines}}<p>{{name}}</p>{{/lines}}"],
  [
    "<table><tr><td>{d.lines[i].qty:add(1)}{d.currency}</td></tr><tr><td>{d.lines[i+1].qty}</td></tr></table>",
    "<table>{{#lines}}<tr><td>{{ qty | plus 1 }}{{currency}}</td></tr>{{/lines}}</table>",
  ],
];

const handlebars: readonly Construct[] = [
  ["{{customer.name}}", "{{customer.name}}"],
  ["{{this.name}}", "{{name}}"],
  ["{{{html}}}", "{{{html}}}"],
  ["{{&html}}", "{{{html}}}"],
  ["{{items.[0].name}}", "{{items.0.name}}"],
  ["{{@root.currency}}", "{{currency}}"],
  ["{{~name~}}", "{{name}}"],
  ["{{!-- note --}}", "{{! note }}"],
  ["{{! note }}", "{{! note }}"],
  ["{{lookup labels language}}", "{{ labels | get language }}"],
  ["{{uppercase name}}", "{{ name | upper }}"],
  ["{{multiply price quantity}}", "{{ price | times quantity }}"],
  ["{{helper}}", "{{helper}}"],
  ["{{#if paid}}A{{/if}}", "{{#paid}}A{{/paid}}"],
  ["{{#if paid}}A{{else}}B{{/if}}", "{{#paid}}A{{/paid}}{{^paid}}B{{/paid}}"],
  [
    "{{#if (eq status 'paid')}}A{{else if (gt total 3)}}B{{else}}C{{/if}}",
    "{{# status | is 'paid' }}A{{/status}}{{# status | isnt 'paid' }}{{# total | over 3 }}B{{/total}}{{^ total | over 3 }}C{{/total}}{{/status}}",
  ],
  ["{{#if (and a b)}}A{{/if}}", "{{#a}}{{#b}}A{{/b}}{{/a}}"],
  ["{{#if (or (eq a 1) (eq a 2))}}A{{/if}}", "{{# a | in 1 2 }}A{{/a}}"],
  ["{{#if (not paid)}}A{{/if}}", "{{^paid}}A{{/paid}}"],
  ["{{#unless paid}}A{{/unless}}", "{{^paid}}A{{/paid}}"],
  ["{{#unless paid}}A{{else}}B{{/unless}}", "{{^paid}}A{{/paid}}{{#paid}}B{{/paid}}"],
  ["{{#each lines}}{{name}}{{/each}}", "{{#lines}}{{name}}{{/lines}}"],
  ["{{#each lines}}{{this.name}}{{else}}none{{/each}}", "{{#lines}}{{name}}{{/lines}}{{^lines}}none{{/lines}}"],
  ["{{#each tags}}{{this}}{{/each}}", "{{#tags}}{{.}}{{/tags}}"],
  ["{{#each tags}}{{.}}{{/each}}", "{{#tags}}{{.}}{{/tags}}"],
  ["{{#each lines as |line index|}}{{index}}{{line.name}}{{/each}}", "{{#lines}}{{@index}}{{name}}{{/lines}}"],
  [
    "{{#each lines}}{{@index}}{{#if @first}}a{{/if}}{{#unless @last}},{{/unless}}{{/each}}",
    "{{#lines}}{{@index}}{{#@first}}a{{/@first}}{{^@last}},{{/@last}}{{/lines}}",
  ],
  ["{{#each lines}}{{../currency}}{{name}}{{/each}}", "{{#lines}}{{currency}}{{name}}{{/lines}}"],
  ["{{name}}{{#each lines}}{{name}}{{/each}}", "{{name}}{{#lines}}{{ . | get 'name' }}{{/lines}}"],
  ["{{#each sizes}}{{@key}}: {{this}}{{/each}}", "{{# sizes | entries }}{{key}}: {{value}}{{/sizes}}"],
  [
    "{{#each lines}}{{#each parts}}{{size}}{{../name}}{{../../currency}}{{/each}}{{/each}}",
    "{{#lines}}{{#parts}}{{size}}{{name}}{{currency}}{{/parts}}{{/lines}}",
  ],
  ["{{#each lines}}x{{/each}}{{#if lines}}y{{/if}}", "{{#lines}}x{{/lines}}{{# lines | present }}y{{/lines}}"],
  [
    "{{#each tags}}{{this}}{{#if this}}x{{/if}}{{/each}}",
    "{{#tags}}{{.}}{{^ . | or false | in false 0 }}x{{/.}}{{/tags}}",
  ],
  ["{{#with customer}}{{name}}{{/with}}", "{{#customer}}{{name}}{{/customer}}"],
  ["{{#with customer as |c|}}{{c.name}}{{/with}}", "{{#customer}}{{name}}{{/customer}}"],
  ["{{#lines}}{{name}}{{/lines}}", "{{#lines}}{{name}}{{/lines}}"],
  ["{{^lines}}none{{/lines}}", "{{^lines}}none{{/lines}}"],
  ["{{#if a}}A{{^}}B{{/if}}", "{{#a}}A{{/a}}{{^a}}B{{/a}}"],
  ["{{#if items}}y{{/if}}", "{{^ items | or false | in false 0 }}y{{/items}}"],
  ["{{#if lines.length}}x{{/if}}", "{{#lines.length}}x{{/lines.length}}"],
];

const jinja: readonly Construct[] = [
  [
    "{{ d|date('d j D l m n M F Y y H G h g i s A a') }}",
    "{{ d | date 'dd d EEE EEEE MM M MMM MMMM yyyy yy HH H hh h mm ss a a' }}",
  ],
  ["{{ a|trim|lower|ucfirst }}{{ a|e }}{{ a|escape }}", "{{ a | trim | lower | capital }}{{a}}{{a}}"],
  ["{{ a|linebreaksbr }}{{ l|sizeof }}", "{{ a | lines }}{{ l | count }}"],
  ["{{ customer.name }}", "{{ customer.name }}"],
  ["{{ customer['name'] }}", "{{customer.name}}"],
  ["{{ customer['first name'] }}", "{{ customer | get 'first name' }}"],
  ["{{ items[0].name }}", "{{items.0.name}}"],
  ["{{ name|upper }}", "{{ name|upper }}"],
  ["{{ name | lower }}", "{{ name | lower }}"],
  ["{{ name.strip() }}", "{{ name | trim }}"],
  ["{{ name|capitalize }}", "{{ name | lower | capital }}"],
  ["{{ name|replace('a', 'b') }}", "{{ name | replace 'a' 'b' }}"],
  ["{{ html|safe }}", "{{{html}}}"],
  ["{{ html|e }}", "{{html}}"],
  ["{{ due.strftime('%d/%m/%Y') }}", "{{ due | date 'dd/MM/yyyy' }}"],
  ["{{ name|default('-') }}", "{{ name | or '-' }}"],
  ["{{ name|default('-', true) }}", "{{ name | or '-' }}"],
  ["{{ due|date('d M Y') }}", "{{ due | date 'dd MMM yyyy' }}"],
  ["{{ due|date('j. F y, H:i') }}", "{{ due | date 'd. MMMM yy, HH:mm' }}"],
  ["{{ due|date('d \\d\\e F') }}", "{{ due | date \"dd' de 'MMMM\" }}"],
  ["{{ paid ? 'Paid' : 'Due' }}", "{{#paid}}Paid{{/paid}}{{^paid}}Due{{/paid}}"],
  [
    "{{ status == 'a?:' ? x|upper : y }}",
    "{{# status | is 'a?:' }}{{ x | upper }}{{/status}}{{# status | isnt 'a?:' }}{{y}}{{/status}}",
  ],
  ["{{ name ?? '-' }}", "{{ name | or '-' }}"],
  ["{{ name|upper ?: other }}", "{{ name | upper | or other }}"],
  ["{{ due|date('%d/%m/%Y') }}", "{{ due | date 'dd/MM/yyyy' }}"],
  ["{{ due|date('d.m.Y')|default('-') }}", "{{ due | date 'dd.MM.yyyy' | or '-' }}"],
  ["{{ 'now'|date('Y') }}", "{{ now | date 'yyyy' }}"],
  ["{{ total|number_format(2, ',', '.') }}", "{{ total | number 2 }}"],
  ["{{ total|number_format }}", "{{ total | number 0 }}"],
  ["{{ note|nl2br }}", "{{ note | lines }}"],
  ["{{ note|e|nl2br|raw }}", "{{ note | lines }}"],
  ["{{ html|raw }}", "{{{html}}}"],
  ["{{ '{:,.2f}'.format(total) }}", "{{ total | number 2 }}"],
  ["{{ price * quantity }}", "{{ price | times quantity }}"],
  ["{{ a - b }}", "{{ a | minus b }}"],
  ["{{ a + 1 }}", "{{ a | plus 1 }}"],
  ["{{ a * b + 1 }}", "{{ a | times b | plus 1 }}"],
  ["{{ (a - b) * c }}", "{{ a | minus b | times c }}"],
  ["{{ (a * b)|number_format(2) }}", "{{ a | times b | number 2 }}"],
  ["{{ a ~ ' ' ~ b }}", "{{a}} {{b}}"],
  ["{{ tags|join(', ') }}", "{{ tags | join ', ' }}"],
  ["{{ lines|map(attribute='name')|join(', ') }}", "{{ lines | map name | join ', ' }}"],
  ["{{ lines|sum(attribute='amount') }}", "{{ lines | sum amount }}"],
  [
    "{{ lines|selectattr('status', 'equalto', 'paid')|sum(attribute='amount') }}",
    "{{ lines | where status 'paid' | sum amount }}",
  ],
  [
    "{{ 'Paid' if status == 'paid' else 'Due' }}",
    "{{# status | is 'paid' }}Paid{{/status}}{{# status | isnt 'paid' }}Due{{/status}}",
  ],
  ["{{ note if note }}", "{{#note}}{{note}}{{/note}}"],
  ["{% if paid %}A{% endif %}", "{{#paid}}A{{/paid}}"],
  ["{% if paid %}A{% else %}B{% endif %}", "{{#paid}}A{{/paid}}{{^paid}}B{{/paid}}"],
  ["{% if not paid %}A{% endif %}", "{{^paid}}A{{/paid}}"],
  [
    "{% if status == 'paid' and total > 0 %}A{% endif %}",
    "{{# status | is 'paid' }}{{# total | over 0 }}A{{/total}}{{/status}}",
  ],
  ["{% if status in ['a', 'b'] %}A{% endif %}", "{{# status | in 'a' 'b' }}A{{/status}}"],
  ["{% if status not in ('a', 'b') %}A{% endif %}", "{{^ status | in 'a' 'b' }}A{{/status}}"],
  ["{% if 'new' in tags %}A{% endif %}", "{{# tags | has 'new' }}A{{/tags}}"],
  [
    "{% if a %}A{% elif b >= 2 %}B{% else %}C{% endif %}",
    "{{#a}}A{{/a}}{{^a}}{{# b | atleast 2 }}B{{/b}}{{^ b | atleast 2 }}C{{/b}}{{/a}}",
  ],
  ["{% if not (a == 1) %}A{% endif %}", "{{# a | isnt 1 }}A{{/a}}"],
  ["{% for line in lines %}{{ line.name }}{% endfor %}", "{{#lines}}{{name}}{{/lines}}"],
  [
    "{% for line in lines %}{{ loop.index }}{{ loop.index0 }}{{ '' if loop.last else ',' }}{% endfor %}",
    "{{#lines}}{{@number}}{{@index}}{{#@last}}{{/@last}}{{^@last}},{{/@last}}{{/lines}}",
  ],
  [
    "{% for key, value in sizes.items() %}{{ key }}={{ value }}{% endfor %}",
    "{{# sizes | entries }}{{ key }}={{ value }}{{/sizes}}",
  ],
  [
    "{% for line in lines %}{{ line.a }}{% else %}none{% endfor %}",
    "{{#lines}}{{a}}{{/lines}}{{^lines}}none{{/lines}}",
  ],
  [
    "{% for row in tags|batch(3) %}{% for t in row %}{{ t }}{% endfor %}{% endfor %}",
    "{{# tags | chunk 3 }}{{#.}}{{.}}{{/.}}{{/tags}}",
  ],
  [
    "{% for line in lines %}{{ line.a }}{% endfor %}{% if lines %}x{% endif %}{{ lines|length }}",
    "{{#lines}}{{a}}{{/lines}}{{# lines | present }}x{{/lines}}{{ lines | count }}",
  ],
  ["{% set net = lines|sum(attribute='a') %}{{ net }}", "{{# lines | sum a | as net }}{{ net }}{{/lines}}"],
  ["{# note #}", "{{! note }}"],
  ["{% raw %}{{ x }}{% endraw %}", "{&#123; x }}"],
];

const liquid: readonly Construct[] = [
  ["{{ customer.name }}", "{{ customer.name }}"],
  ['{{ due | date: "%d.%m.%Y" }}', "{{ due | date 'dd.MM.yyyy' }}"],
  ["{{ due | date: '%B %-d, %Y' }}", "{{ due | date 'MMMM d, yyyy' }}"],
  ['{{ due | date: "%d de %B" }}', "{{ due | date \"dd' de 'MMMM\" }}"],
  ["{{ 'now' | date: '%Y' }}", "{{ now | date 'yyyy' }}"],
  [
    "{{ d | date: '%Y %y %m %-m %d %-d %B %b %h %A %a %H %-H %I %-I %M %-M %S %-S %p' }}",
    "{{ d | date 'yyyy yy MM M dd d MMMM MMM MMM EEEE EEE HH H hh h mm m ss s a' }}",
  ],
  ["{{ d | date: '%F %D %T %R %%' }}", "{{ d | date 'yyyy-MM-dd MM/dd/yy HH:mm:ss HH:mm %' }}"],
  ["{{ a | abs | round }}{{ l | reverse | first }}", "{{ a | abs | round }}{{ l | reverse | first }}"],
  ["{{ l | reverse | last }}{{ l | uniq | size }}", "{{ l | reverse | last }}{{ l | unique | count }}"],
  ["{{ name | upcase }}", "{{ name | upper }}"],
  ["{{ name | capitalize }}", "{{ name | lower | capital }}"],
  ["{{ name | strip | downcase }}", "{{ name | trim | lower }}"],
  ["{{ note | newline_to_br }}", "{{ note | lines }}"],
  ["{{ note | escape }}", "{{note}}"],
  ["{{ phone | replace: ' ', '' }}", "{{ phone | replace ' ' '' }}"],
  ["{{ phone | remove: '-' }}", "{{ phone | replace '-' '' }}"],
  ["{{ name | append: ' Ltd' }}", "{{name}} Ltd"],
  ["{{ name | default: '-' }}", "{{ name | or '-' }}"],
  ["{{ price | times: quantity }}", "{{ price | times quantity }}"],
  ["{{ price | plus: 1 | minus: paid }}", "{{ price | plus 1 | minus paid }}"],
  ["{{ price | divided_by: 3.0 | round: 2 }}", "{{ price | divide 3 | round 2 }}"],
  ["{{ items[0].name }}", "{{items.0.name}}"],
  ["{{ data['first name'] }}", "{{ data | get 'first name' }}"],
  ["{{ tags | join: ', ' }}", "{{ tags | join ', ' }}"],
  ["{{ tags | join }}", "{{ tags | join ' ' }}"],
  ["{{ lines | where: 'paid', true | size }}", "{{ lines | where paid true | count }}"],
  ["{{ lines | map: 'name' | join: ', ' }}", "{{ lines | map name | join ', ' }}"],
  ["{{ lines | sum: 'amount' }}", "{{ lines | sum amount }}"],
  ["{% if status == 'paid' %}A{% endif %}", "{{# status | is 'paid' }}A{{/status}}"],
  [
    "{% if paid %}A{% else %}B{% endif %}",
    "{{^ paid | in null false }}A{{/paid}}{{# paid | in null false }}B{{/paid}}",
  ],
  ["{% unless paid %}A{% endunless %}", "{{# paid | in null false }}A{{/paid}}"],
  [
    "{% if total > 100 and country != 'DE' %}A{% endif %}",
    "{{# total | over 100 }}{{# country | isnt 'DE' }}A{{/country}}{{/total}}",
  ],
  ["{% if a == 'x' or a == 'y' %}A{% endif %}", "{{# a | in 'x' 'y' }}A{{/a}}"],
  ["{% if note != blank %}A{% endif %}", "{{# note | present }}A{{/note}}"],
  ["{% if note == 'blank' %}A{% endif %}", "{{# note | is 'blank' }}A{{/note}}"],
  ["{% if tags contains 'new' %}A{% endif %}", "{{# tags | has 'new' }}A{{/tags}}"],
  ["{% if x == nil %}A{% endif %}", "{{# x | is null }}A{{/x}}"],
  [
    "{% if a == 1 %}A{% elsif a == 2 %}B{% else %}C{% endif %}",
    "{{# a | is 1 }}A{{/a}}{{# a | isnt 1 }}{{# a | is 2 }}B{{/a}}{{# a | isnt 2 }}C{{/a}}{{/a}}",
  ],
  ["{% for line in lines %}{{ line.name }}{% endfor %}", "{{#lines}}{{name}}{{/lines}}"],
  [
    "{% for line in lines %}{{ line.name }}{% else %}none{% endfor %}",
    "{{#lines}}{{name}}{{/lines}}{{^lines}}none{{/lines}}",
  ],
  ["{% for tag in tags %}{{ tag }}{% endfor %}", "{{#tags}}{{.}}{{/tags}}"],
  [
    "{% for line in lines limit: 3 offset: 1 reversed %}{{ line.a }}{% endfor %}",
    "{{# lines | skip 1 | take 3 | reverse }}{{a}}{{/lines}}",
  ],
  [
    "{% for line in lines %}{{ forloop.index }}/{{ forloop.length }}{% if forloop.last == false %},{% endif %}{% endfor %}",
    "{{#lines}}{{@number}}/{{@count}}{{# @last | is false }},{{/@last}}{{/lines}}",
  ],
  [
    "{{ name }}{% for line in lines %}{{ line.name }}{% endfor %}",
    "{{ name }}{{#lines}}{{ . | get 'name' }}{{/lines}}",
  ],
  ["{% for line in lines %}{{ line.a }}{% endfor %}{{ lines.size }}", "{{#lines}}{{a}}{{/lines}}{{ lines | count }}"],
  [
    "{% case status %}{% when 'a' %}A{% when 'b', 'c' %}B{% else %}C{% endcase %}",
    "{{# status | is 'a' }}A{{/status}}{{# status | in 'b' 'c' }}B{{/status}}{{^ status | in 'a' 'b' 'c' }}C{{/status}}",
  ],
  [
    "{% assign total = price | times: quantity %}{{ total }}",
    "{{# price | times quantity | as total }}{{ total }}{{/price}}",
  ],
  ["{% comment %}note{% endcomment %}", "{{! note }}"],
  ["{% raw %}{{ x }}{% endraw %}", "{&#123; x }}"],
  ["a {%- if x == 1 -%} b {%- endif -%} c", "a{{# x | is 1 }}b{{/x}}c"],
];

const blade: readonly Construct[] = [
  ["{{ $name }}", "{{name}}"],
  ["{{ $customer->name }}", "{{customer.name}}"],
  ["{{ $customer['name'] }}", "{{customer.name}}"],
  ["{{ $order?->number }}", "{{order.number}}"],
  ["{!! $html !!}", "{{{html}}}"],
  ["{!! nl2br(e($note)) !!}", "{{ note | lines }}"],
  ["{{-- note --}}", "{{! note }}"],
  ["{{ strtoupper($name) }}", "{{ name | upper }}"],
  ["{{ ucfirst($name) }}", "{{ name | capital }}"],
  ["{{ number_format($total, 2) }}", "{{ total | number 2 }}"],
  ["{{ $price * $quantity }}", "{{ price | times quantity }}"],
  [
    "{{ number_format($item->price * $item->quantity, 2, '.', ',') }}",
    "{{ item.price | times item.quantity | number 2 }}",
  ],
  ["{{ $due->format('d.m.Y') }}", "{{ due | date 'dd.MM.yyyy' }}"],
  ["{{ date('d/m/Y', strtotime($due)) }}", "{{ due | date 'dd/MM/yyyy' }}"],
  ["{{ \\Carbon\\Carbon::parse($due)->format('d M Y') }}", "{{ due | date 'dd MMM yyyy' }}"],
  ["{{ now()->format('Y') }}", "{{ now | date 'yyyy' }}"],
  ["{{ $name ?? '-' }}", "{{ name | or '-' }}"],
  ["{{ $name ?: '-' }}", "{{ name | or '-' }}"],
  ["{{ $paid ? 'Paid' : 'Due' }}", "{{#paid}}Paid{{/paid}}{{^paid}}Due{{/paid}}"],
  ["{{ $first . ' ' . $last }}", "{{first}} {{last}}"],
  ["{{ implode(', ', $tags) }}", "{{ tags | join ', ' }}"],
  ["@if ($paid) A @endif", "{{#paid}} A {{/paid}}"],
  [
    "@if($status === 'paid')A.@elseif($total > 3)B.@else C @endif",
    "{{# status | is 'paid' }}A.{{/status}}{{# status | isnt 'paid' }}{{# total | over 3 }}B.{{/total}}{{^ total | over 3 }} C {{/total}}{{/status}}",
  ],
  ["@if ($a && !$b)A.@endif", "{{#a}}{{^b}}A.{{/b}}{{/a}}"],
  ["@unless ($paid)A.@endunless", "{{^paid}}A.{{/paid}}"],
  ["@if (count($notes) > 0) A @endif", "{{# notes | count | over 0 }} A {{/notes}}"],
  ["{{ $lines->count() }}", "{{ lines | count }}"],
  ["@isset($note)A.@endisset", "{{# note | isnt null }}A.{{/note}}"],
  ["@if (!empty($note))A.@endif", "{{#note}}A.{{/note}}"],
  [
    "@foreach ($lines as $line){{ $line->name }}{{ $loop->iteration }}@endforeach",
    "{{#lines}}{{name}}{{@number}}{{/lines}}",
  ],
  ["@foreach ($order->lines as $i => $line){{ $line['name'] }}@endforeach", "{{#order.lines}}{{name}}{{/order.lines}}"],
  [
    "@foreach ($sizes as $key => $size){{ $key }}={{ $size }}@endforeach",
    "{{# sizes | entries }}{{key}}={{value}}{{/sizes}}",
  ],
  [
    "@forelse ($lines as $line){{ $line->name }}@empty none @endforelse",
    "{{#lines}}{{name}}{{/lines}}{{^lines}} none {{/lines}}",
  ],
  ["a@if.example @@if (x) @media", "a@if.example @@if (x) @media"],
];

function rewrite(source: string, language: Language, sample?: unknown) {
  const { edits, rows } = rewriteTags(source, language, { sample });
  return { text: applyEdits(source, edits), rows };
}

describe.each<[Language, readonly Construct[]]>([
  ["liquid", liquid],
  ["jinja", jinja],
  ["handlebars", handlebars],
  ["carbone", carbone],
  ["blade", blade],
])("a construct of %s is rewritten to its equal", (language, constructs) => {
  test("of at least twenty-five", () => expect(constructs.length).toBeGreaterThanOrEqual(25));

  test.each(constructs.map(([source, equal]) => ({ source, equal })))("$source", ({ source, equal }) => {
    const { text, rows } = rewrite(source, language);
    expect(rows.filter(({ outcome }) => outcome === "listed")).toEqual([]);
    expect([text, findSyntaxMistake(text), findExpressionMistakes(text)]).toEqual([equal, undefined, []]);
  });
});

/** Languages with their constructs that have no equal, and the columns and messages with which these are listed. */
const withoutEqual = readFileSync(join(import.meta.dirname, "test-without-equal.tsv"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => line.split("\t"));

test.each(withoutEqual)(
  "a construct of %s without an equal is listed with its place: %s: %s",
  (name, source, expected) => {
    // The column names one of the languages.
    const { text, rows } = rewrite(source ?? "", name as Language);
    const listed = rows.filter(({ outcome }) => outcome === "listed");
    expect(listed.map(({ column, message }) => `${column} ${message}`).join(" ")).toBe(expected);
    for (const { subject, line, column } of listed)
      expect([line, source?.startsWith(subject, (column ?? 0) - 1)]).toEqual([1, true]);
    // It is a text for Platen, so that the template can be saved.
    expect([findSyntaxMistake(text), findExpressionMistakes(text)]).toEqual([undefined, []]);
  },
);

describe("sample data say what a name is", () => {
  test.each<[Language, string, unknown, string]>([
    ["liquid", "{% if paid %}A{% endif %}", { paid: true }, "{{#paid}}A{{/paid}}"],
    ["liquid", "{{ lines.size }}", { lines: [] }, "{{ lines | count }}"],
    ["jinja", "{{ a + b }}", { a: 1, b: 2 }, "{{ a | plus b }}"],
    ["jinja", "{{ name|default('-') }}", { name: "Ada" }, "{{ name | or '-' }}"],
    ["handlebars", "{{#if goods}}A{{/if}}", { goods: [] }, "{{# goods | present }}A{{/goods}}"],
    [
      "handlebars",
      "{{#each goods}}{{name}}{{/each}}",
      { goods: [], name: "x" },
      "{{#goods}}{{ . | get 'name' }}{{/goods}}",
    ],
  ])("%s: %s", (language, source, sample, text) => {
    expect(rewrite(source, language, sample).text).toBe(text);
  });
});

test.each<[string, string | undefined]>([
  ["<p>{{ a|number_format(2) }}", undefined],
  ["<p>{{ a|number_format(2, ',', '.') }}", "set a language that writes 1.234,50."],
  ["<html lang=de>{{ a|number_format(2, ',', '.') }}", undefined],
  ["<html lang=de>{{ a|number_format }}", "set a language that writes 1,234."],
  ["<p>{{ a|number_format(0, '', '') }}", "set a language that writes 1234."],
  ["<p>{{ 'now'|date('Y') }}", "send it in the data, as now."],
  ["<p>{{ a|default('-') }}", "in place of null and of an empty text, and prints false."],
])("the report says what prints differently: %s", (source, caveat) => {
  const message = rewrite(source, "jinja").rows[0]?.message;
  expect(message === undefined ? undefined : message.endsWith(caveat ?? "-")).toBe(
    caveat === undefined ? undefined : true,
  );
});

test("a listed tag has its line and column", () => {
  const { rows } = rewrite("<p>\n  {{ a | upcase }}\n  {{ b | weird }}</p>", "liquid");
  expect(rows).toMatchObject([
    { subject: "{{ a | upcase }}", outcome: "rewritten", line: 2, column: 3 },
    { subject: "{{ b | weird }}", outcome: "listed", line: 3, column: 3 },
  ]);
});

test.each<[string, Language | undefined]>([
  ["{% if a %}{{ a|safe }}{% endif %}", "jinja"],
  ["{% if a %}{{ a|upper }}{% endif %}", "jinja"],
  ["{% load i18n %}{% if a %}{{ a }}{% endif %}", "jinja"],
  ["{% if a %}{{ a | upcase }}{% endif %}", "liquid"],
  ["{{ a | upper }}", undefined],
  ["{{ d }}{d.name}", "carbone"],
  ["{{#each lines}}{{name}}{{/each}}", "handlebars"],
  ["{{~#if a}}A{{/if}}", "handlebars"],
  ["{{a}}{{else}}", "handlebars"],
  ["{{this.a}}", "handlebars"],
  ["{{ ../a }}", "handlebars"],
  ["{{{asset 'a.png'}}}", "handlebars"],
  ["{{ a|date('Y') }}", "jinja"],
  ["{{ a }}{# note #}", "jinja"],
  ["{{ a if b else c }}", "jinja"],
  ["{% for a in b %}{{ loop.index }}{% endfor %}", "jinja"],
  ["{% for a in b %}{{ forloop.index }}{{ a | title }}{% endfor %}", "jinja"],
  ["{% for a in b %}{{ forloop.index }}{% endfor %}", "liquid"],
  ["{{ a | date: '%Y' }}", "liquid"],
  ["{{ a|raw }}", "jinja"],
  ["@foreach ($lines as $line) {{ $line }} @endforeach", "blade"],
  ["{{ $item->name }}", "blade"],
  ["{{ number_format($a['b'], 2) }}", "blade"],
  ["<p>{!! $x !!}</p>", "blade"],
  ["{{ a | upcase }}", "liquid"],
])("the language of %s is recognised as %s", (source, language) => expect(detectLanguage(source)).toBe(language));
