import { readBody } from "./read-body.ts";
import { startServer } from "./server.ts";

// The server of the product in a process of its own, so that a test can measure its memory.

let underWay = 0;
let most = 0;
const server = await startServer(
  (request, response) => {
    if (request.url === "/read") {
      readBody(request, 1_000_000).then(
        ({ byteLength }) => response.end(String(byteLength)),
        ({ code }) => response.writeHead(400, { Connection: "close" }).end(code),
      );
      return;
    }
    if (request.url === "/unread") return;
    underWay += 1;
    most = Math.max(most, underWay);
    setImmediate(() => {
      underWay -= 1;
      response.end(`<${request.url}>`);
    });
  },
  { host: "127.0.0.1", port: 0 },
);
let peak = process.memoryUsage.rss();
setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 10);
process.on("message", () => process.send?.({ peak: Math.max(peak, process.memoryUsage.rss()), most }));
process.on("disconnect", () => process.exit());
process.send?.({ port: server.port });
