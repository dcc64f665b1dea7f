import fc from "fast-check";

/** Unusual templates, for tests. */
export const oddTemplates: readonly string[] = [
  "",
  "text alone",
  "{{x}}",
  "  \n\t\n",
  "<p>a &amp; b&nbsp;&euro;&#8364;&#x20AC; &notit; &unknown; AT&T</p>",
  "<p>one\r\n  two {{x}}\r\n</p>\r\n",
  "<ul>\n  <li>a\n  <li>b {{x}}\n  {{#more}}\n  <li>{{.}}\n  {{/more}}\n</ul>",
  "<ul><li>a {{#more}}<li>b{{/more}}</ul>",
  "<p>one<p>two<div>three</div><p>four",
  "<table><tr><td>a<td>{{x}}{{#rows}}<tr><td>{{a}}<td>{{b}}{{/rows}}</table>",
  "<table>\n  {{#rows}}\n  <tr>\n    {{#cells}}\n    <td>{{.}}</td>\n    {{/cells}}\n  </tr>\n  {{/rows}}\n  {{^rows}}\n  <tr><td>none</td></tr>\n  {{/rows}}\n</table>",
  "<table><colgroup>{{#cols}}<col>{{/cols}}</colgroup><tbody>{{#rows}}<tr><td>{{a}}</td></tr>{{/rows}}</tbody></table>",
  '<tr{{#total}} class="total"{{/total}}><td>outside of a table</td></tr>',
  '<table><tr{{#total}} class="total"{{/total}} id=x><td {{#wide}}colspan="2"{{/wide}}>a</td></tr></table>',
  '<p style="color: {{colour}}; {{#big}}font-size: 20pt;{{/big}} margin: 0">styled</p>',
  "<p style='font-family: \"A;B\", {{font}}; background: url(data:image/png;base64,AA==)'>x</p>",
  "<a href={{link}}>unquoted</a><img src={{a}}/{{b}}.png alt>",
  '<a href="{{#a}}x{{/a}}{{^a}}y{{/a}}?b={{b}}&amp;c" {{attributes}}>x</a>',
  "{{=<% %>=}}<p><%a%> {{not}} <%={{ }}=%>{{b}}</p>",
  "{{=<% %>=}}\n<%#rows%>\n<p><%x%></p>\n<%/rows%>\n",
  "<!-- {{#x}} a comment --> {{! a note <b> }} <p>{{!\n long\n}}</p>",
  "<title>{{a}} {{#b}}<b>{{/b}}</title><textarea>{{c}}</textarea><select><option>{{d}}</option></select>",
  "<style>p { color: {{colour}} }</style><script>let a = '{{b}}';</script>",
  '<svg viewBox="0 0 {{w}} 1"><title>{{t}}</title><text x="1">{{a}} b</text>{{#bars}}<rect x="{{x}}"/>{{/bars}}<foreignObject>{{f}}<p>{{g}}</p></foreignObject></svg>',
  "<svg><style>{{a}}</style><desc>{{b}}</desc></svg><math><mi>{{c}}</mi></math>",
  "{{#a}}<div>{{/a}}x{{#a}}</div>{{/a}}",
  '{{#a}}<p class="{{/a}}x">y</p>',
  "{{#a}}<b>{{#b}}</b>{{/b}}{{/a}}",
  "<h{{level}} class=a>heading</h{{level}}>",
  "<{{tag}}>x</{{tag}}>&{{entity}};",
  "<b>1<p>2</b>3</p><i>4<b>5</i>6</b>",
  "<table>misplaced<div>a</div>{{x}}<tr><td>b</td></tr></table>",
  "<p>never closed {{x",
  '<p class="never closed',
  "{{#a}}never closed",
  "never opened{{/a}}",
  "{{#a}}{{/b}}",
  "{{> partial}}",
  "<pre>\n  {{#lines}}\n  {{.}}\n  {{/lines}}</pre><pre>{{x}}</pre>",
  "<p>😀 {{x}} שלום 日本 \uE000 \u2028 &#128512;</p>",
  "\uFEFF<!doctype html>\n<html lang=de><title>a</title>\n<body>{{x}}\n</body></html>\n<!-- after -->\n{{y}}",
  "<html><head>{{{head}}}</head><body>{{{body}}}{{&more}}</body></html>",
  "<template><p>{{x}}</p></template><noscript><p>{{y}}</p></noscript><iframe>{{z}}</iframe>",
  "<DIV CLASS=A><BR><Img SRC='x'/></DIV>",
  "<image src=x></image><br/>{{x}}<input value={{x}}></br>",
  "<div a=1 a=2 {{#s}}b=3{{/s}} c = 4 d='5'e=\"6\">x</div>",
  "a < b > c {{x}} <> </> <1> </ p>",
  "<p>{</p><p>{ {x} }</p><p>}}{{x}}}</p>",
  "<div>{{#a}}\n{{#b}}\n<p>{{c}}</p>\n{{/b}}\n{{/a}}</div>",
  "<dl>{{#a}}<dt>{{t}}<dd>{{d}}{{/a}}</dl>",
];

const pieces =
  "<p> </p> <b> </b> <ul> </ul> <li> <table> </table> <tr> <td> </td> <br/> </div> <title> </title> <svg> </svg> <text> " +
  "{{x}} {{{x}}} {{#a}} {{/a}} {{^a}} {{#b}} {{/b}} <%y%> <style> </style> < > & &amp; \" ' { } text 😀";

/** Random texts from pieces of templates. Most of them contain mistakes. */
export const templateTexts = fc
  .array(
    fc.constantFrom(
      ...pieces.split(" "),
      "<div class='a {{x}}'>",
      '<p style="a: {{x}}; b: c">',
      "{{! n }}",
      "{{=<% %>=}}",
      "<%={{ }}=%>",
      "<!-- c -->",
      " ",
      "\n",
      "\r\n",
    ),
    { maxLength: 16 },
  )
  .map((parts) => parts.join(""));
