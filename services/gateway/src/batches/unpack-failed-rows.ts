import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";
import type { Failure, ResponseOutput } from "@platen/contracts";
import type { readFailedRows } from "@platen/contracts/internal";

const inflate = promisify(inflateRaw);

/** A person reads no more of them in a cell of a sheet. */
const mostDetails = 10;

/** The reason with its details, which name what is wrong. */
function reasonOf({ message, details = [] }: Failure): string {
  const each = [...new Set(details.map((detail) => detail.message))];
  const others = each.length - mostDetails;
  return [message, ...each.slice(0, mostDetails), ...(others > 0 ? [`And ${others} more.`] : [])].join(" ");
}

/** The rows of a chunk that have failed, each with its data as JSON. Rows whose stored data are damaged have none. */
export async function unpackFailedRows({ firstRow, sizes, data, failed }: ResponseOutput<typeof readFailedRows>) {
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  const bytes =
    data === "" ? Buffer.alloc(0) : await inflate(Buffer.from(data, "base64"), { maxOutputLength: Math.max(1, whole) });
  const starts: number[] = [];
  let end = 0;
  for (const size of sizes) {
    starts.push(end);
    end += size;
  }
  return failed.map(({ row, reference, failure }) => {
    const at = row - firstRow;
    const start = starts[at] ?? 0;
    const text = bytes.toString("utf8", start, start + (sizes[at] ?? 0));
    return { row: row + 1, reference, data: text === "" ? "{}" : text, code: failure.code, message: reasonOf(failure) };
  });
}
