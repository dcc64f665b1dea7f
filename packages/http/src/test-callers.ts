import { connect } from "node:net";

/** Begins a request, sends on once it is answered, and only then looks for the answer: all that came of it. */
export async function sendOnThenRead(port: number, begin: string, isAnswered: Promise<unknown>): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  let answer = "";
  socket.on("data", (data) => (answer += data.toString()));
  socket.pause();
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write(begin);
  await isAnswered;
  const piece = Buffer.alloc(0x10000, " ");
  for (let again = 0; again < 5; again += 1) {
    await new Promise((written) => socket.write(piece, written));
    // The server's turn, as it is in the same process.
    await new Promise(setImmediate);
  }
  socket.resume();
  await closed;
  return answer;
}

/** Begins a request and sends on for as long as it is let; how many bytes were taken. */
export async function sendWithoutEnd(port: number, begin: string): Promise<number> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  socket.on("error", () => undefined);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.resume();
  socket.write(begin);
  const piece = Buffer.alloc(0x100000, " ");
  const pourOn = () => {
    while (socket.writable && socket.write(piece));
  };
  socket.on("drain", pourOn);
  pourOn();
  await closed;
  return socket.bytesWritten - socket.writableLength;
}
