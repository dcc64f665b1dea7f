/** How people and programs name the line with the totals, in the languages that most sheets are written in. */
const labels = new Set(
  [
    ["total", "totals", "grand total", "subtotal", "sub total", "sum", "sum total", "overall total", "total amount"],
    ["summe", "gesamt", "gesamtsumme", "zwischensumme", "gesamtbetrag", "total général", "total general", "somme"],
    ["sous-total", "totale", "totale generale", "subtotale", "somma", "suma", "suma total", "totaal", "subtotaal"],
    ["eindtotaal", "soma", "total geral", "razem", "ogółem", "suma całkowita", "celkem", "součet", "spolu", "súčet"],
    ["összesen", "összeg", "toplam", "genel toplam", "ara toplam", "summa", "totalt", "yhteensä", "i alt", "ukupno"],
    ["skupaj", "σύνολο", "итого", "всего", "сумма", "разом", "усього", "общо", "合計", "総計", "小計", "总计", "合计"],
    [
      "小计",
      "總計",
      "小計",
      "합계",
      "총계",
      "소계",
      "الإجمالي",
      "المجموع",
      "סה״כ",
      'סה"כ',
      "कुल",
      "รวม",
      "tổng cộng",
      "jumlah",
    ],
  ].flat(),
);

/** Whether a cell names a line of totals, such as "Total:". */
export function isTotalLabel(cell: unknown): boolean {
  return (
    typeof cell === "string" &&
    labels.has(
      cell
        .trim()
        .replace(/\s*[:：]$/, "")
        .toLowerCase(),
    )
  );
}
