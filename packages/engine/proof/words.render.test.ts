import { expect, test } from "@jest/globals";
import { engineForFile } from "./engine-for-file.ts";
import { readerNames, wordsBy } from "./pdf-readers.ts";

const engine = engineForFile();

const rtl = { dir: "rtl" } as const;
const scripts: [script: string, lang: string, sentence: string, attributes?: { dir: "rtl" }][] = [
  ["Latin", "de", "Die Rechnung Nr. 2031 über 1.250,50 € ist am 15. März fällig, schließt Büro ACME."],
  ["Greek", "el", "Το τιμολόγιο 2031 για την εταιρεία ACME λήγει στις 15 Μαρτίου, ποσό 1.250,50 €."],
  ["Cyrillic", "ru", "Счёт № 2031 для ACME нужно оплатить до 15 марта, сумма 1250,50 ₽."],
  ["Arabic", "ar", "فاتورة رقم 2031 بتاريخ اليوم، المبلغ الإجمالي مستحق لشركة ACME خلال ثلاثين يومًا من الآن.", rtl],
  ["Persian", "fa", "صورت‌حساب شماره ۲۰۳۱ برای شرکت ACME صادر شده است و باید تا پایان اسفند پرداخت گردد.", rtl],
  ["Urdu", "ur", "انوائس نمبر 2031 کی رقم ACME کمپنی تیس دنوں میں ادا کرے گی، شکریہ۔", rtl],
  ["Hebrew", "he", "חשבונית מספר 2031 עבור חברת ACME לתשלום בתוך שלושים יום, תודה רבה.", rtl],
  ["Devanagari", "hi", "चालान संख्या 2031 की राशि ₹1,250 है, कृपया ACME को तीस दिनों के भीतर भुगतान करें।"],
  ["Bengali", "bn", "চালান নম্বর 2031 এর মোট মূল্য 1,250 টাকা, ACME প্রতিষ্ঠানকে ত্রিশ দিনের মধ্যে পরিশোধ করুন।"],
  ["Tamil", "ta", "விலைப்பட்டியல் எண் 2031 தொகையை ACME நிறுவனத்திற்கு முப்பது நாட்களுக்குள் செலுத்தவும்."],
  ["Telugu", "te", "ఇన్వాయిస్ సంఖ్య 2031 మొత్తాన్ని ACME సంస్థకు ముప్పై రోజుల్లో చెల్లించండి."],
  ["Gurmukhi", "pa", "ਚਲਾਨ ਨੰਬਰ 2031 ਦੀ ਰਕਮ ACME ਕੰਪਨੀ ਨੂੰ ਤੀਹ ਦਿਨਾਂ ਵਿੱਚ ਅਦਾ ਕਰੋ।"],
  ["Gujarati", "gu", "ઇન્વૉઇસ નંબર 2031 ની રકમ ACME કંપનીને ત્રીસ દિવસમાં ચૂકવો, આભાર."],
  ["Kannada", "kn", "ಸರಕುಪಟ್ಟಿ ಸಂಖ್ಯೆ 2031 ಮೊತ್ತವನ್ನು ACME ಸಂಸ್ಥೆಗೆ ಮೂವತ್ತು ದಿನಗಳಲ್ಲಿ ಪಾವತಿಸಿ."],
  ["Malayalam", "ml", "ഇൻവോയ്സ് നമ്പർ 2031 തുക ACME സ്ഥാപനത്തിന് മുപ്പത് ദിവസത്തിനുള്ളിൽ അടയ്ക്കുക."],
  ["Sinhala", "si", "ඉන්වොයිසිය අංක 2031 මුදල ACME සමාගම වෙත දින තිහක් ඇතුළත ගෙවන්න."],
  ["Thai", "th", "ใบแจ้งหนี้ เลขที่ 2031 ของบริษัท ACME ครบกำหนดชำระ ภายใน 30 วัน ขอบคุณที่ใช้บริการ"],
  ["Khmer", "km", "វិក្កយបត្រ លេខ 2031 របស់ ACME ត្រូវបង់ប្រាក់ ក្នុងរយៈពេល 30 ថ្ងៃ"],
  ["Burmese", "my", "ငွေတောင်းခံလွှာ အမှတ် 2031 ကို ACME ကုမ္ပဏီသို့ ရက် 30 အတွင်း ပေးချေပါ။"],
  ["Chinese", "zh", "发票 2031 由 ACME 公司开具，请在 30 天内付款，谢谢。"],
  ["Japanese", "ja", "請求書 2031 は ACME 社が発行しました、30 日以内にお支払いください。"],
  ["Korean", "ko", "청구서 2031 번은 ACME 회사에서 발행했으니 30 일 안에 지불해 주세요."],
];

/** The forms in which a sentence stands in documents. `words` are its words, of which some get styles of their own. */
const forms: Record<string, (sentence: string) => string> = {
  "a paragraph": (sentence) => `<p>${sentence}</p>`,
  // Lines break between words alone, so that a line break reads as a blank.
  "a justified paragraph of several lines": (sentence) =>
    `<p style="width: 110mm; text-align: justify; text-justify: inter-word">${sentence
      .split(" ")
      .map((word) => `<span style="white-space: nowrap">${word}</span>`)
      .join(" ")}</p>`,
  "a cell of a table": (sentence) => `<table border="1"><tr><td>${sentence}</td></tr></table>`,
  "spaced letters": (sentence) => `<p style="letter-spacing: 0.02em">${sentence}</p>`,
  "words in bold and italics": (sentence) =>
    `<p>${sentence
      .split(" ")
      .map((word, index) => [word, `<b>${word}</b>`, `<i>${word}</i>`][index % 3])
      .join(" ")}</p>`,
};

/** Without a line of full width, PDFium takes a page of few words for one that is written from top to bottom. */
const fullLine = "=".repeat(60);

const pagesOf = (lang: string, dir: string, bodies: readonly string[]) =>
  `<!doctype html><html lang="${lang}" dir="${dir}"><meta charset="utf-8">
  <style>body { font: 12pt Inter } p { hyphens: none } :is(:lang(zh), :lang(ja)) p { text-align: start !important }
  section { break-after: page }</style>${bodies.map((body) => `<section><p>${fullLine}</p>${body}</section>`).join("")}`;

/** The words of each page. Poppler finds a gap before a sign of another font than the spaced letters before it. */
const wordsOfPages = (text: string) =>
  text
    .split(fullLine)
    .slice(1)
    .map((page) => page.replaceAll(/ (?=[,.])/g, "").trim());

// Jest takes a fourth parameter for a callback where a row has three values.
test.each(scripts)("%s reads back word for word from each form", async (_script, lang, sentence, ...[attributes]) => {
  const bodies = Object.values(forms).map((write) => write(sentence));
  const { pdf } = await engine.printHtml(pagesOf(lang, attributes?.dir ?? "ltr", bodies));
  const found = await Promise.all(
    readerNames.map(async (reader) => {
      const words = wordsOfPages(await wordsBy(reader, pdf));
      return [reader, Object.fromEntries(Object.keys(forms).map((form, page) => [form, words[page]]))] as const;
    }),
  );
  const wanted = Object.fromEntries(Object.keys(forms).map((form) => [form, sentence]));
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(readerNames.map((reader) => [reader, wanted])));
});

test("the last line of a text has the direction of the text, though most of its letters have the other", async () => {
  const long = "invoice".repeat(9);
  const body = `<p style="width: 62mm; overflow-wrap: anywhere">${long} صورتحساب فروش</p>`;
  const { pdf } = await engine.printHtml(pagesOf("en", "ltr", [body]));
  const text = (await wordsBy("pdf.js", pdf)).replaceAll(/\s/gu, "");
  expect(text).toContain(long);
  expect(text.endsWith("صورتحسابفروش")).toBe(true);
});
