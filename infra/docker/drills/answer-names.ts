// A name server of the names in a file, which it reads for each question:
//   node answer-names.ts FILE
// A line is a name with its addresses, or `delay` with the milliseconds that each answer takes. Names without an address in
// the file do not exist. It needs Node.js alone, since it runs in a container of Node's image.
import { createSocket } from "node:dgram";
import { readFileSync } from "node:fs";

const [file = ""] = process.argv.slice(2);
const headerBytes = 12;
const typeA = 1;
const noSuchName = 3;

function readNames(): { addresses: Map<string, string[]>; delayMs: number } {
  const addresses = new Map<string, string[]>();
  for (const row of readFileSync(file, "utf8").split("\n")) {
    const [name, ...values] = row.split(" ").filter((word) => word !== "");
    if (name !== undefined && values.length > 0) addresses.set(name, values);
  }
  return { addresses, delayMs: Number(addresses.get("delay")?.[0] ?? 0) };
}

/** Reads the question of a request: its name, its type, and where it ends. */
function readQuestion(request: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = request.readUInt8(at); length > 0; length = request.readUInt8(at)) {
    labels.push(request.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: request.readUInt16BE(at + 1), end: at + 5 };
}

/** An address of the name that the question asked for, good for no time at all. */
function resourceOf(address: string): Buffer {
  const pointerToName = [0xc0, headerBytes];
  return Buffer.from([...pointerToName, 0, typeA, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split(".").map(Number)]);
}

let answered = 0;

function answerTo(request: Buffer, addresses: Map<string, string[]>): Buffer {
  const { name, type, end } = readQuestion(request);
  const known = addresses.get(name);
  const asked = type === typeA ? (known ?? []) : [];
  // Each answer begins with another address, as many callers use the first.
  answered += 1;
  const resources = asked.map((_, at) => asked[(at + answered) % asked.length] ?? "").map(resourceOf);
  const header = Buffer.alloc(headerBytes);
  request.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8580 + (known ? 0 : noSuchName), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(resources.length, 6);
  return Buffer.concat([header, request.subarray(headerBytes, end), ...resources]);
}

const socket = createSocket("udp4");
socket.on("message", (request, { port, address }) => {
  const { addresses, delayMs } = readNames();
  setTimeout(() => socket.send(answerTo(request, addresses), port, address), delayMs);
});
socket.bind(53);
