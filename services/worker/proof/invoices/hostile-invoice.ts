/** An invoice as a system may send it, and what its PDF must say. */
export type HostileInvoice = {
  /** The JSON text: numbers of 25 digits are numbers in it. */
  dataJson: string;
  number: string;
  customer: string;
  lines: { item: string; quantity: string; price: string; amount: string }[];
  total: string;
};

/** Words of many scripts, with their marks, joints and directions. */
const words = [
  "فاتورة رقم",
  "صورتحساب فروش",
  "بل ادائیگی",
  "חשבונית מס",
  "চালান নম্বর",
  "बीजक संख्या",
  "ਚਲਾਨ ਨੰਬਰ",
  "ચલણ નંબર",
  "விலைப்பட்டியல்",
  "ఇన్వాయిస్ సంఖ్య",
  "ಸರಕುಪಟ್ಟಿ",
  "ഇൻവോയ്സ്",
  "ใบแจ้งหนี้",
  "ໃບເກັບເງິນ",
  "ငွေတောင်းခံလွှာ",
  "វិក្កយបត្រ",
  "ደረሰኝ ቁጥር",
  "ინვოისი ნომერი",
  "Հաշիվ ապրանքագիր",
  "Счёт-фактура № 7",
  "Τιμολόγιο πώλησης",
  "請求書番号",
  "发票号码",
  "청구서 번호",
  "Hóa đơn số Nguyễn",
  "Straße Łódź Ångström",
  "👩‍👩‍👧‍👦 🇩🇪 👍🏽 1️⃣",
];
const marks = [
  "<b>&amp;",
  "{{number}}",
  '"quoted"',
  "100 %",
  "a/b\\c",
  "'",
  "--",
  "…",
  "½ ² №",
  "\u00a0",
  "http://example.com/?a=1&b=2",
];
const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/** Makes an invoice from a source of random numbers from 0 to 1. */
export function hostileInvoice(random: () => number): HostileInvoice {
  const below = (limit: number) => Math.floor(random() * limit);
  const oneOf = <T>(list: readonly T[]): T => {
    const chosen = list[below(list.length)];
    if (chosen === undefined) throw new Error("the list is empty");
    return chosen;
  };
  const longWord = () => Array.from({ length: 20 + below(180) }, () => letters[below(letters.length)]).join("");
  const text = () =>
    Array.from({ length: 1 + below(4) }, () =>
      oneOf([longWord, () => oneOf(words), () => oneOf(marks), () => oneOf(words)])(),
    ).join(" ");
  const digits = (count: number) =>
    Array.from({ length: count }, (_, at) => (at === 0 ? 1 + below(9) : below(10))).join("");
  const cents = () => BigInt((below(4) === 0 ? "-" : "") + digits(below(12) === 0 ? 25 : 1 + below(9)));

  const lines = Array.from({ length: oneOf([1, 2, 5, 12, 40, 400]) }, () => {
    const price = cents();
    const quantity = BigInt(1 + below(99));
    return { item: text(), quantity, price, isText: below(2) === 0 };
  });
  const customer = text();
  const number = longWord();
  const total = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0n);
  const dataJson = JSON.stringify({ number, customer }).replace(
    /\}$/,
    `,"lines":[${lines
      .map(({ item, quantity, price, isText }) => {
        const written = decimalOf(price);
        return `{"item":${JSON.stringify(item)},"quantity":${quantity},"price":${isText ? `"${written}"` : written}}`;
      })
      .join(",")}]}`,
  );
  return {
    dataJson,
    number,
    customer,
    lines: lines.map(({ item, quantity, price }) => ({
      item,
      quantity: String(quantity),
      price: euros(price),
      amount: euros(price * quantity),
    })),
    total: euros(total),
  };
}

/** A number of cents in euros, with two decimals. */
function decimalOf(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, "0");
  return `${cents < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function euros(cents: bigint): string {
  const [whole = "", fraction] = decimalOf(cents).replace("-", "").split(".");
  return `${cents < 0n ? "-" : ""}€${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ",")}.${fraction}`;
}
