import { cleanPaste, mostPasted, plainPaste, tooMuchPasted } from "@platen/template-source";
import { toastProblem } from "../../../ui/toast.ts";
import { readPastedData } from "../../data/pasted-data.ts";
import { useTakeData } from "../../data/use-take-data.ts";
import { useInsert } from "../palette/use-insert.ts";

/** Takes text that is pasted beside the elements: blocks of their own, or sample data. `rich` is the text as HTML. */
export function usePastedText(): (text: string, rich: string) => void {
  const insert = useInsert();
  const takeData = useTakeData();
  return (text, rich) => {
    const length = Math.max(text.length, rich.length);
    if (length > mostPasted) {
      toastProblem(tooMuchPasted(length));
      return;
    }
    if (/^\s*[{[]/.test(text) && "json" in readPastedData(text)) {
      const mistake = takeData(text);
      if (mistake !== undefined) toastProblem(mistake);
      return;
    }
    const blocks = rich.trim() === "" ? plainPaste(text) : cleanPaste(rich);
    if (blocks.length > 0) insert.pasted(blocks);
  };
}
