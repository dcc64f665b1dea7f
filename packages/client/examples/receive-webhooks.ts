import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { verifyWebhook, WebhookRefused } from "@platen/client";

// The project's page shows the secret to its owners. Give the address of this program as `callbackUrl`.
const { PORT: port = "3000", WEBHOOK_SECRET: secret = "" } = process.env;

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    // The signature is over the bytes as they came.
    const { type, data } = await verifyWebhook({ headers: request.headers, body: await buffer(request), secret });
    console.log(type, JSON.stringify(data));
    response.writeHead(204).end();
  } catch (error) {
    // Platen sends a message again that is not answered by 2xx.
    response.writeHead(error instanceof WebhookRefused ? 401 : 500).end();
  }
}

const server = createServer((request, response) => void receive(request, response));
server.listen(Number(port), () => console.log("listening", server.address()));
