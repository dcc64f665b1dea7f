import { repeat } from "../prose.ts";
import { broken } from "../paged.ts";

const values = "auto page left right recto verso always all column region avoid avoid-page avoid-column".split(" ");

export const forcedBreaks = broken({
  "every value before a block": `<style></style>${values.map((value) => `<p style="break-before: ${value}">${value}</p>`).join("")}`,
  "every value after a block": `<style></style>${values.map((value) => `<p style="break-after: ${value}">${value}</p>`).join("")}`,
  "the old names": `<style></style>${["always", "left", "right", "avoid", "auto"].map((value) => `<p style="page-break-before: ${value}">before ${value}</p><p style="page-break-after: ${value}">after ${value}</p><p style="-webkit-column-break-before: ${value}">column ${value}</p>`).join("")}`,
  "two values meet between blocks": `<style></style>${[
    ["page", "right"],
    ["left", "page"],
    ["left", "right"],
    ["avoid", "page"],
    ["page", "avoid"],
    ["avoid", "avoid"],
    ["recto", "verso"],
  ]
    .map(
      ([after, before]) =>
        `<p style="break-after: ${after}">after ${after}</p><p style="break-before: ${before}">before ${before}</p>`,
    )
    .join("")}`,
  "margins at a break that comes by itself": `<style>p { margin: 12mm 0; background: #def; height: 60mm } h2 { margin: 30mm 0 }</style>${repeat(5, (index) => `<p>${index}</p>`)}<h2>head</h2><p>after`,
  "breaks between items of grids": `<style>.grid { display: grid; gap: 4px; grid-template-columns: 1fr 1fr; border: 1px solid } .page { break-before: page } .after { break-after: page }</style><div class="grid"><div>1</div><div>2</div><div class="page">3</div><div>4</div><div class="after">5</div><div>6</div><div>7</div><div style="grid-row: 1 / 3; grid-column: 2" class="page">spans</div></div><p>after`,
  "breaks in columns": `<style>.columns { columns: 3; column-rule: 1px solid; background: #eef }</style><div class="columns"><p>1</p><p style="break-before: column">2</p><p style="break-before: page">page</p><p style="break-before: column">2</p><p style="break-before: always">always</p><p style="break-after: column">column</p><p>end</p></div><p>after`,
  "breaks where nothing can break": `<style>.page { break-before: page } .box { border: 1px solid; height: 30mm }</style><div class="box" style="overflow: hidden"><p>1</p><p class="page">in hidden overflow</p></div><div class="box" style="overflow: auto"><p>1</p><p class="page">in a scroller</p></div><div class="box" style="contain: size"><p>1</p><p class="page">contained</p></div><div class="box" style="display: inline-block"><p>1</p><p class="page">inline block</p></div><button class="box"><p>1</p><p class="page">button</p></button><div class="box" style="display: inline-grid"><p>1</p><p class="page">inline grid`,
  "breaks one after the other, around empty blocks": `<style>.page { break-before: page } .after { break-after: page }</style><div class="page"></div><div class="page after"></div><p>1</p><div class="after"></div><div class="after"></div><div class="page" style="height: 0; overflow: hidden"></div><p>end</p><div class="page"></div>`,
});
