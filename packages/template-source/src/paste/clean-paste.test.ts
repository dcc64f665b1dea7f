import { expect, test } from "@jest/globals";
import { standardDelimiters } from "@platen/mustache";
import { asLines, cleanPaste, mostPasted, plainPaste, tooMuchPasted, writePasted } from "./clean-paste.ts";

const pasted = (html: string) => writePasted(cleanPaste(html), standardDelimiters);

/** As word processors write it: conditional comments, styles of their own, and lists without elements. */
const fromWord = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta name=Generator content="Microsoft Word 15"><link rel=File-List href="file:///C:/clip_filelist.xml">
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings/></xml><![endif]-->
<style><!-- p.MsoNormal {margin:0cm; font-size:11.0pt;} --></style></head>
<body lang=EN-GB style='tab-interval:36.0pt'><!--StartFragment-->
<h1>Terms<o:p></o:p></h1>
<p class=MsoNormal style='margin-bottom:8pt'>Pay <b style='mso-bidi-font-weight:normal'>within
<i>ten</i></b> days,<span style='mso-spacerun:yes'>  </span>see <a href="https://example.com/a?b=1&amp;c=2"><span
style='color:#0563C1;text-decoration:underline'>the terms</span></a>.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;</span></span></span><![endif]>Oak</p>
<p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>1.<span>&nbsp;</span></span><![endif]><u>Red</u> oak</p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>Ash</p>
<table class=MsoTableGrid border=1 style='border:none'><tr style='height:1cm'><td width=301 style='width:225pt' colspan=2>
<p class=MsoNormal>Sum</p><p class=MsoNormal>of all</p></td><td><p class=MsoNormal><img src="file:///C:/clip_image001.png"></p></td></tr></table>
<!--EndFragment--></body></html>`;

test("text of a word processor keeps its headings, formats, links, lists and tables, and nothing else", () => {
  expect(pasted(fromWord)).toBe(
    [
      "<h1>Terms</h1>",
      '<p>Pay <b>within <i>ten</i></b> days, see <a href="https://example.com/a?b=1&amp;c=2">the terms</a>.</p>',
      "<ul>\n  <li>Oak<ol>\n    <li><u>Red</u> oak</li>\n  </ol></li>\n  <li>Ash</li>\n</ul>",
      '<table style="width: 100%; border-collapse: collapse">',
      "\n  <tbody>\n    <tr>",
      '\n      <td colspan="2" style="padding: 6px 8px 6px 0; border-bottom: 1px solid #e3e6ee; min-width: 5em; overflow-wrap: anywhere">Sum<br>of all</td>',
      '\n      <td style="padding: 6px 8px 6px 0; border-bottom: 1px solid #e3e6ee; min-width: 5em; overflow-wrap: anywhere"></td>',
      "\n    </tr>\n  </tbody>\n</table>",
    ].join(""),
  );
});

test("text of an online document keeps the formats that its styles make, and is not bold as a whole", () => {
  const html = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38"><span style="font-size:11pt;font-weight:400">A </span><span style="font-weight:700">bold</span><span style="font-weight:700;font-style:italic"> slant</span></p><br /><ul><li dir="ltr" aria-level="1"><p role="presentation"><span style="font-weight:400">One</span></p></li><ul><li><p><span>Two</span></p></li></ul></ul></b>`;
  expect(pasted(html)).toBe(
    "<p>A <b>bold<i> slant</i></b></p><ul>\n  <li>One<ul>\n    <li>Two</li>\n  </ul></li>\n</ul>",
  );
});

const style = (css: string) => `<p><span style="${css}">a</span></p>`;
test.each([
  ["<p><strong>1</strong><em>2</em><ins>3</ins><i>4</i><u>5</u>", "<p><b>1</b><i>2</i><u>3</u><i>4</i><u>5</u></p>"],
  ["<p>x<sub>1</sub><sup>2</sup>", "<p>x<sub>1</sub><sup>2</sup></p>"],
  [style("font-weight: 600"), "<p><b>a</b></p>"],
  [style("font-weight: 599"), "<p>a</p>"],
  [style("font-weight: bolder"), "<p><b>a</b></p>"],
  [style("Font-Style: Oblique"), "<p><i>a</i></p>"],
  ['<p><i style="font-style: normal">a</i>', "<p>a</p>"],
  [style("text-decoration-line: underline"), "<p><u>a</u></p>"],
  [style("vertical-align: super"), "<p><sup>a</sup></p>"],
  [style("vertical-align: sub"), "<p><sub>a</sub></p>"],
  [style("mso-hide: all"), ""],
  ["<p><b> </b>a<br>b<br></p>", "<p>a<br>b</p>"],
  [
    '<p><a href="tel:1">a</a><a href="ftp://x">b</a><a href="mailto:x"><u>c</u></a>',
    '<p><a href="tel:1">a</a>b<a href="mailto:x">c</a></p>',
  ],
  ["<ul><li>a<p>b<li><p>c<p>d</ul>", "<ul>\n  <li>a<br>b</li>\n  <li>c<br>d</li>\n</ul>"],
  ["a<div>b</div> c", "<p>a</p><p>b</p><p>c</p>"],
  ["<h6>a</h6><h1>b", "<h6>a</h6><h1>b</h1>"],
])("the pasted %s becomes %s", (html, expected) => expect(pasted(html)).toBe(expected));

test("a paste of more than a million characters is refused in words, and spans of two to 999 cells are kept", () => {
  expect([mostPasted, tooMuchPasted(1_250_000)]).toEqual([
    1_000_000,
    "Not pasted: 1.3 million characters are too many at once. Paste up to 1 million.",
  ]);
  const spans = ["1", "2", "999", "1000", "0", "x"].map((span) => `<td rowspan=${span}>a`);
  const kept = pasted(`<table><tr>${spans.join("")}</table>`).match(/rowspan="\d+"/g);
  expect(kept).toEqual(['rowspan="2"', 'rowspan="999"']);
});

test("nothing that runs, loads or styles is pasted", () => {
  const html = `<p onclick="a()" style="background:url(https://x)" class=c>Hi<script>alert(1)</script><style>p{}</style>
    <a href="javascript:alert(1)" onclick=b()>one</a> <a href=" https://ok.example/{{id}}" style=x>two</a><img src=https://x onerror=c()>
    <svg><a xlink:href="https://x">s</a></svg><iframe src=https://x>f</iframe><span style="display:none">hidden</span></p><object data=x>o</object>`;
  expect(pasted(html)).toBe('<p>Hi one <a href="https://ok.example/&#123;&#123;id}}">two</a></p>');
});

test("a pasted name of a field becomes a field, and any other tag stays text", () => {
  expect(pasted("<p>For {{name}} {{#paid}} {{=<% %>=}} {{> part}}</p>")).toBe(
    "<p>For {{name}} &#123;{#paid}} &#123;{=&lt;% %&gt;=}} &#123;{&gt; part}}</p>",
  );
});

test("lines of plain text become paragraphs, and one text where no paragraph fits", () => {
  const blocks = plainPaste("One \r\n\n <b>two\n");
  expect(writePasted(blocks, standardDelimiters)).toBe("<p>One</p><p>&lt;b&gt;two</p>");
  expect(writePasted(asLines(blocks), standardDelimiters)).toBe("One<br>&lt;b&gt;two");
});

test("a table and a list become lines where no block fits", () => {
  const html = "<table><tr><th>A<td>B</table><ul><li>c<ul><li>d</ul></ul>";
  expect(writePasted(asLines(cleanPaste(html)), standardDelimiters)).toBe("A B<br>c<br>d");
});

test("markup that nests without end is read in the time of a text", () => {
  expect(pasted(`<p>start</p>${"<div><b>".repeat(20_000)}end`)).toContain("start");
});
