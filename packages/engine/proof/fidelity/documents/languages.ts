import type { FidelityDocument } from "../fidelity-document.ts";

export const languages: readonly FidelityDocument[] = [
  {
    name: "Arabic and Hebrew, right to left",
    html: `<!doctype html><html dir="rtl" lang="ar"><style>@page { size: A5; margin: 10mm } table { border-collapse: collapse } td { border: 1px solid } li { border-inline-start: 4px solid red }</style>
      <h1>فاتورة رقم ٢٠٣١</h1><p>مرحبا بالعالم، هذا نص عربي فيه English words وأرقام 1234 و٥٦٧٨ (بين قوسين).<ol><li>بند أول<li>بند ثانٍ</ol><table><tr><td>الكمية<td>السعر<tr><td>٣<td>١٢٫٥٠</table>
      <p style="text-align: justify">لغةٌ عربيّةٌ مُشكَّلةٌ بالحركاتِ تُطبَعُ كما يكتبُها أهلُها على الورقِ من اليمينِ إلى اليسارِ في سطورٍ كثيرةٍ متساويةٍ<p lang="he">שלום עולם, זהו טקסט בעברית עם English ומספרים 1234.<p lang="he">שָׁלוֹם <bdo dir="ltr">אבג</bdo> <bdi>abc 123</bdi><p dir="ltr">left to right ואז עברית, then English.`,
  },
  {
    name: "Chinese, Japanese and Korean, along and down the page",
    html: `<!doctype html><meta charset="utf-8"><p lang="zh-Hans">简体中文门户网站，发票编号二〇三一。骨直刃<p lang="zh-Hant">繁體中文圖書館，發票編號。骨直刃<p lang="ja">日本語のひらがなとカタカナ、漢字。骨直刃「かぎ括弧」<ruby>漢字<rt>かんじ</rt></ruby><p lang="ko">한국어 서울특별시 주문서입니다.
      <div lang="ja" style="writing-mode: vertical-rl; height: 200px; border: 1px solid">縦書きの文章です。<span style="text-combine-upright: all">12</span>月に届きます。English もある。「括弧」ー長音</div><div style="writing-mode: vertical-lr; text-orientation: upright; height: 120px">UPRIGHT 竖排</div><p lang="zh" style="width: 120px; text-align: justify; line-break: strict; word-break: keep-all">这是一个很长的句子，用来测试换行规则，看看标点符号在哪里。<p>一 ⼀ 文 ⽂ 𠮷野家`,
  },
  {
    name: "Thai, Devanagari, Bengali, Tamil and other scripts",
    html: `<!doctype html><meta charset="utf-8"><p lang="th" style="width: 160px">ภาษาไทยไม่มีการเว้นวรรคระหว่างคำจึงต้องตัดคำด้วยพจนานุกรมที่ถูกต้อง<p lang="hi">हिन्दी में क्षत्रिय और श्रीमान जी की किताबें<p lang="bn">বাংলা ভাষার যুক্তাক্ষর<p lang="ta">தமிழ் எழுத்துக்கள்<p lang="te">తెలుగు<p lang="km">ភាសាខ្មែរ<p lang="my">မြန်မာဘာသာ<p lang="ka">ქართული<p lang="hy">Հայերեն<p lang="am">አማርኛ<p lang="chr">ᏣᎳᎩ`,
  },
  {
    name: "Greek, Cyrillic, Vietnamese, Turkish, combining marks, symbols",
    html: `<!doctype html><meta charset="utf-8"><p lang="el">Ελληνικά μΩΔ ὄνομα<p lang="ru">Кириллица и съешь ещё этих<p lang="sr">бгдпт <i>бгдпт</i><p lang="vi">Tiếng Việt có dấu: ngữ, ườ<p lang="tr" style="text-transform: uppercase">istanbul ılık<p lang="de" style="text-transform: uppercase">straße<p lang="nl" style="text-transform: capitalize">ijsland<p>é é ñ ñ Å Å ﬁ ﬂ ǆ<p>a̐éö̲ Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤<p>∑∫√∞≈≠≤≥ ←↑→↓ ☎☂★ ①②③ ½⅓ € £ ¥ ₹ ₿ № ™ © ® † ‡ § ¶ • ◦ ▪<p>’ ‘ “ ” „ « » – — … ‰ ′ ″ ʼ ˈ · ∙ Ω Ω µ μ`,
  },
  {
    name: "emoji: colours, skins, families, flags, as text",
    html: `<!doctype html><meta charset="utf-8"><p style="font-size: 28px">🎉📚😀 👍🏽👩‍💻 👨‍👩‍👧‍👦 🏳️‍🌈 🇨🇭🇯🇵 1️⃣ ❤️ ❤︎ ☺ ☺️ 🫠<p>with text 🚀 in between 🎯.<p style="font-family: 'Noto Color Emoji'">0 1 2 🙂<p style="font-variant-emoji: text">☀ ❄ ☎<p style="rotate: 5deg; opacity: .5">🍎🍊🍋`,
  },
  {
    name: "line breaking: very long words, hyphens, soft hyphens, no breaks",
    html: `<!doctype html><meta charset="utf-8"><style>div { width: 130px; border: 1px solid; margin: 4px; float: left; font-size: 14px; height: 170px }</style>
      <div>Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft</div><div style="overflow-wrap: anywhere">Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft</div><div style="word-break: break-all">break all of these unreasonablylongwords anywhere at all</div>
      <div lang="en" style="hyphens: auto; text-align: justify">Extraordinarily uncharacteristically internationalization incomprehensibilities</div><div lang="de" style="hyphens: auto">Rechtsschutzversicherungsgesellschaften Kraftfahrzeughaftpflichtversicherung</div><div>Donau&shy;dampf&shy;schiff&shy;fahrts&shy;gesell&shy;schafts&shy;kapitän</div><div style="hyphens: none">Donau&shy;dampf&shy;schiff&shy;fahrts</div>
      <div>a&nbsp;b&nbsp;c&nbsp;d&nbsp;e&nbsp;f&nbsp;g&nbsp;h&nbsp;i&nbsp;j&nbsp;k&nbsp;l&nbsp;m&nbsp;n&nbsp;o</div><div>long/paths/break<wbr>here/and<wbr>there/https://example.com/a-b-c/d_e_f?g=h</div><div style="text-wrap: balance">A heading that is balanced over its lines</div><div style="text-wrap: pretty">Text that is pretty so that no word is left alone</div><div style="white-space: pre-wrap; tab-size: 3">a	b
  c   d</div><div style="line-clamp: 3; display: -webkit-box; -webkit-line-clamp: 3; -webkit-box-orient: vertical; overflow: hidden">clamped to three lines of text, however long it goes on and on and on</div><div style="hyphenate-character: '~'">Donau&shy;dampf&shy;schiff&shy;fahrts&shy;gesell</div>`,
  },
];
