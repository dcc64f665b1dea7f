import { connect } from "node:net";

/** Starts a request, goes on sending 8 MB after the server has answered, then reads; returns everything received. */
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
  for (let again = 0; again < 128; again += 1) {
    await new Promise((written) => socket.write(piece, written));
    // The server runs in the same process and needs a turn of the event loop.
    await new Promise(setImmediate);
  }
  socket.resume();
  await closed;
  return answer;
}

/** Starts a request and sends as long as the connection accepts data; returns the number of bytes sent. */
export async function sendWithoutEnd(port: number, begin: string): Promise<number> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  socket.on("error", () => undefined);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.resume();
  socket.write(begin);
  const piece = Buffer.alloc(0x100000, " ");
  const sendMore = () => {
    while (socket.writable && socket.write(piece));
  };
  socket.on("drain", sendMore);
  sendMore();
  await closed;
  return socket.bytesWritten - socket.writableLength;
}
