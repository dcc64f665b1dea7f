import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { createEgressRules, egressAllowVariable } from "./egress-rules.ts";
import { chooseAddresses, hostKeys } from "./host-keys.ts";
import { createPostOutside, type EnterReceiver } from "./post-outside.ts";
import { isPublicAddress } from "./public-addresses.ts";

let server: Server;
let port: number;
let answer: (request: IncomingMessage, response: ServerResponse) => unknown;
let received: { headers: object; body: string }[];
let connections: number;

beforeAll(async () => {
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    received.push({ headers: request.headers, body: await text(request) });
    answer(request, response);
  };
  server = createServer((request, response) => void receive(request, response));
  server.on("connection", () => {
    connections += 1;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  [received, connections] = [[], 0];
  answer = (_request, response) => response.writeHead(204).end();
});

const message = { headers: { "webhook-id": "dlv_1", "content-type": "application/json" }, body: '{"a":"ü"}' };

const open: EnterReceiver = async () => () => undefined;

/** Posts with rules that allow the server's port at these hosts; `names` is the name server's answer. */
function post(
  url: string,
  {
    allow = "",
    names = {},
    timeoutMs = 5_000,
    enter = open,
  }: { allow?: string; names?: Record<string, string[]>; timeoutMs?: number; enter?: EnterReceiver } = {},
) {
  const rules = createEgressRules(allow);
  return createPostOutside({ rules, timeoutMs, resolve: async (name) => names[name] ?? [] })(url, message, enter);
}
const local = (path = "/") => `http://127.0.0.1:${port}${path}`;
const allowed = () => ({ allow: `127.0.0.1:${port}` });

test("a receiver that is allowed gets the message as it is, by its own name", async () => {
  const options = { allow: `hooks.internal:${port}`, names: { "hooks.internal": ["127.0.0.1"] } };
  expect(await post(`http://hooks.internal:${port}/x`, options)).toEqual({
    durationMs: expect.any(Number),
    status: 204,
  });
  expect(received).toEqual([
    { headers: expect.objectContaining({ ...message.headers, host: `hooks.internal:${port}` }), body: message.body },
  ]);
  expect(await post(`http://localhost:${port}/`, allowed())).toMatchObject({ status: 204 });
});

test.each([
  ["200", "99999", {}],
  ["299", "9", {}],
  ["300", "9", { error: "redirect" }],
  ["399", "9", { error: "redirect" }],
  ["400", "9", { error: "http_status" }],
  ["429", "9", { error: "http_status", retryAfterSeconds: 9 }],
  ["503", "99999", { error: "http_status", retryAfterSeconds: 3_600 }],
  ["503", "soon", { error: "http_status" }],
])(
  "an answer with status %s and Retry-After %s counts as %j, and no redirect is followed",
  async (status, wait, failure) => {
    answer = (_request, response) =>
      response.writeHead(Number(status), { "retry-after": wait, location: local("/200") }).end("no");
    const outcome = { durationMs: expect.any(Number), status: Number(status), ...failure };
    expect(await post(local(), allowed())).toEqual(outcome);
    expect(received).toHaveLength(1);
  },
);

test("a receiver that does not answer, takes too long or is away is a failure with its reason", async () => {
  answer = () => undefined;
  expect(await post(local(), { ...allowed(), timeoutMs: 50 })).toMatchObject({ error: "timeout" });
  answer = (request) => request.socket.destroy();
  expect(await post(local(), allowed())).toMatchObject({ error: "connection_failed" });
  // It speaks no TLS.
  expect(await post(local().replace("http:", "https:"), allowed())).toMatchObject({ error: "tls_failed" });
  expect(await post("https://unknown.example/")).toMatchObject({ error: "name_not_found" });
  const never = createPostOutside({
    rules: createEgressRules(""),
    timeoutMs: 20,
    resolve: (_name, signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve([]))),
  });
  expect(await never("https://slow-names.example/", message, open)).toMatchObject({ error: "timeout" });
});

test("an endless answer is cut, an answer that stops gets the usual time, and the status of both counts", async () => {
  answer = (_request, response) => response.writeHead(200).write("a");
  expect(await post(local(), { ...allowed(), timeoutMs: 100 })).toEqual({
    durationMs: expect.any(Number),
    status: 200,
  });
  let written = 0;
  answer = (_request, response) => {
    const more = () => {
      written += 65_536;
      if (written < 50_000_000) response.write(Buffer.alloc(65_536));
      else response.end();
    };
    response.writeHead(200).on("drain", more);
    more();
  };
  expect(await post(local(), allowed())).toMatchObject({ status: 200 });
  expect(written).toBeLessThan(50_000_000);
});

describe("no connection is made to", () => {
  // The spellings of loopback, private, link-local, metadata, mapped and translated addresses.
  test.each([
    ..."127.0.0.1 0x7f.1 2130706433 0177.0.0.1 127.1 0 ①②⑦.0.0.1 localhost x.localhost localhost. 10.1.2.3 172.16.0.1".split(
      " ",
    ),
    ..."192.168.0.1 169.254.169.254 100.100.100.200 168.63.129.16 192.0.0.192 0.0.0.0 255.255.255.255 224.0.0.1".split(
      " ",
    ),
    ..."[::] [::1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [fe80::1] [fc00::1] [fd00:ec2::254]".split(" "),
    ..."[64:ff9b::127.0.0.1] [64:ff9b::a00:1] [64:ff9b:1::1] [2002:7f00:1::] [2001:0:1::1] [ff02::1] [2001:db8::1]".split(
      " ",
    ),
  ])("%s, as it is written or behind a name", async (host) => {
    const url = new URL(`https://${host}:${port}/`);
    expect(await post(url.href)).toEqual({ durationMs: 0, error: "address_refused" });
    const address = url.hostname.replaceAll(/[[\]]/g, "");
    if (/^[\d.]+$|:/.test(address)) {
      const names = { "rebind.example": [address], "mixed.example": ["93.184.215.14", address] };
      for (const name of Object.keys(names))
        expect(await post(`https://${name}:${port}/`, { names })).toMatchObject({ error: "address_refused" });
    }
    expect(connections).toBe(0);
  });

  test("an address that a name has only when it is looked up again", async () => {
    const rules = createEgressRules("");
    let looked = 0;
    const resolve = async () => [(looked += 1) === 1 ? "192.0.2.1" : "127.0.0.1"];
    const changing = createPostOutside({ rules, timeoutMs: 1_000, resolve });
    expect(await changing(`https://rebind.example:${port}/`, message, open)).toMatchObject({
      error: "address_refused",
    });
    expect([looked, connections]).toEqual([1, 0]);
  });

  test("a private address to which an allowed receiver redirects", async () => {
    answer = (_request, response) => response.writeHead(302, { location: "http://127.0.0.2:1/" }).end();
    expect(await post(local(), allowed())).toMatchObject({ error: "redirect" });
    expect(connections).toBe(1);
  });

  test("another port of an allowed host, or the allowed port without TLS at another host", async () => {
    const other = { allow: `127.0.0.1:${port + 1},hooks.internal:${port}`, names: { "a.example": ["127.0.0.1"] } };
    for (const url of [local(), local().replace("http:", "https:"), `http://a.example:${port}/`])
      expect(await post(url, other)).toMatchObject({ error: "address_refused" });
    expect(connections).toBe(0);
  });
});

test("a connection goes to the checked address and never asks the system for the name", async () => {
  // The system knows no such name.
  const options = { allow: "127.0.0.0/8", names: { "only-here.invalid": ["127.0.0.1"] } };
  expect(await post(`https://only-here.invalid:${port}/`, options)).toMatchObject({ error: "tls_failed" });
  expect(connections).toBe(1);
});

test("a receiver is entered by its addresses, whatever its name is, and left when it has answered", async () => {
  const steps: string[] = [];
  const enter: EnterReceiver = async (hosts) => {
    steps.push(`enter ${hosts.join(" ")}`);
    return () => steps.push("leave");
  };
  answer = (_request, response) => {
    steps.push("answer");
    response.writeHead(204).end();
  };
  const names = { "a.internal": ["127.0.0.1"], "b.internal": ["127.0.0.1"] };
  const allow = `a.internal:${port},b.internal:${port}`;
  for (const name of Object.keys(names)) {
    await post(`http://${name}:${port}/`, { allow, names, enter });
    expect(steps.splice(0)).toEqual(["enter 127.0.0.1", "answer", "leave"]);
  }
  answer = (request) => request.socket.destroy();
  await post(local(), { ...allowed(), enter });
  expect(steps).toEqual(["enter 127.0.0.1", "leave"]);
});

test("a message without a place at its receiver is not sent, and a wait for a place takes no time of the receiver", async () => {
  expect(await post(local(), { ...allowed(), enter: async () => undefined })).toBeUndefined();
  expect(connections).toBe(0);
  let clock = 0;
  const rules = createEgressRules(`127.0.0.1:${port}`);
  const waiting = createPostOutside({ rules, timeoutMs: 5_000, now: () => clock });
  const late: EnterReceiver = async () => {
    clock += 60_000;
    return () => undefined;
  };
  expect(await waiting(local(), message, late)).toEqual({ durationMs: 0, status: 204 });
});

test("receivers are told apart by IPv4 addresses and networks of IPv6, and a name has few addresses", () => {
  const keys = (...addresses: string[]) => hostKeys(addresses);
  expect(keys("192.0.2.1", "192.0.2.2", "192.0.2.1")).toEqual(["192.0.2.1", "192.0.2.2"]);
  expect(keys("2606:4700:0:1::1", "2606:4700::1:0:0:0:2", "2606:4700:0:1:ffff::")).toEqual(["2606:4700:0:1::/64"]);
  expect(keys("2606:4700::1")).toEqual(["2606:4700:0:0::/64"]);
  expect(keys("64:ff9b::1.1.1.1", "64:ff9b::101:102")).toEqual(["64:ff9b::101:101", "64:ff9b::101:102"]);
  expect(chooseAddresses(["2606::1", "1.1.1.1", "1.1.1.2", "1.1.1.3", "2606::2", "2606::3"])).toEqual([
    "1.1.1.1",
    "1.1.1.2",
    "2606::1",
    "2606::2",
  ]);
});

const noTls = "begin with https://. The operator can allow http:// for single receivers with EGRESS_ALLOW";
const isPrivate =
  "not lead to a private or reserved address. The operator can allow single receivers with EGRESS_ALLOW";
const port25 =
  "not lead to port 25, which belongs to a service other than HTTP. The operator can allow it for single receivers with EGRESS_ALLOW";
test.each([
  ["https://x.example/ https://x.example:8443/ https://x.example:65535/ https://1.1.1.1/", "", undefined],
  ["http://x.example/ https://x.example/ http://x.example./ http://x.example:81/", "x.example", undefined],
  ["http://x.example/", "x.example:80", undefined],
  ["http://x.example:25/", "x.example:25", undefined],
  ["https://10.0.0.1/ https://[fd00::1]/", "10.0.0.1:443,[fd00::/16]:443", undefined],
  ["http://x.example/ ftp://x.example/", "", noTls],
  ["ftp://x.example/", "x.example", noTls],
  ["http://x.example/", "x.example:443", noTls],
  ["https://10.0.0.1/", "10.0.0.1:80", isPrivate],
  ["https://u@x.example/ https://:p@x.example/", "", "not contain a user name or password"],
  ["http://x.example:25/", "x.example", port25],
])("of the addresses %s and the operator's list %j each must %s", (urls, allow, refusal) => {
  const expected = refusal && `must ${refusal}`;
  for (const url of urls.split(" ")) expect(createEgressRules(allow).refusalOf(new URL(url))).toBe(expected);
});

test("ports of other services are not called, unless the operator lists the receiver with the port", async () => {
  for (const blocked of [0, 22, 25, 119, 123, 587, 989, 990, 6_000, 6_667, 10_080])
    expect(createEgressRules("").refusalOf(new URL(`https://x.example:${blocked}/`))).toContain(
      ` port ${blocked}, which`,
    );
  expect(await post("https://127.0.0.1:25/", { allow: "127.0.0.1" })).toEqual({
    durationMs: 0,
    error: "address_refused",
  });
});

test("the first and last address of each reserved block is not called, and those beside it are", () => {
  const reserved = `0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.0 127.255.255.255
    168.63.129.16 169.254.0.0 169.254.255.255 172.16.0.0 172.31.255.255 192.0.0.0 192.0.0.255 192.0.2.0 192.0.2.255
    192.31.196.0 192.31.196.255 192.52.193.0 192.52.193.255 192.88.99.0 192.88.99.255 192.168.0.0 192.168.255.255
    192.175.48.0 192.175.48.255 198.18.0.0 198.19.255.255 198.51.100.0 198.51.100.255 203.0.113.0 203.0.113.255
    224.0.0.0 255.255.255.255 1fff:ffff:: 2001:: 2001:1ff:ffff:: 2001:db8:: 2001:db8:ffff:: 2002:: 2002:ffff::
    2620:4f:8000:: 2620:4f:8000:ffff:: 3fff:: 3fff:fff:ffff:: 4000:: 64:ff9b:0:0:0:1:101:101 64:ff9b::a00:0 64:ff9b::aff:ffff`;
  const open = `1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 168.63.129.15
    168.63.129.17 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.0.1.255 192.0.3.0
    192.31.195.255 192.31.197.0 192.52.192.255 192.52.194.0 192.88.98.255 192.88.100.0 192.167.255.255 192.169.0.0
    192.175.47.255 192.175.49.0 198.17.255.255 198.20.0.0 198.51.99.255 198.51.101.0 203.0.112.255 203.0.114.0
    223.255.255.255 2000:: 2000:ffff:: 2001:200:: 2001:db7:ffff:: 2001:db9:: 2001:ffff:: 2003:: 2620:4f:7fff:ffff::
    2620:4f:8001:: 3ffe:ffff:: 3fff:1000:: 64:ff9b::101:101 64:ff9b::ac20:1 64:ff9b::9ff:ffff 64:ff9b::b00:0`;
  expect(reserved.split(/\s+/).filter(isPublicAddress)).toEqual([]);
  expect(open.split(/\s+/).filter((address) => !isPublicAddress(address))).toEqual([]);
});

test("private addresses of the operator's list are called", () => {
  const rules = createEgressRules("hooks.internal, 10.1.0.0/16:8443,,[fd00::1]:8080,fd01::/16");
  const mayCall = (url: string, address: string) => rules.mayCall(new URL(url), address);
  expect(mayCall("https://hooks.internal/", "10.9.9.9")).toBe(true);
  expect(mayCall("https://x.example:8443/", "10.1.2.3")).toBe(true);
  expect(mayCall("https://x.example/", "10.1.2.3")).toBe(false);
  expect(mayCall("https://x.example:8080/", "fd00::1")).toBe(true);
  expect(mayCall("https://x.example/", "fd01::5")).toBe(true);
});

const label = "x".repeat(63);
test.each([
  [false, "10.0.0.0/33", "10.0.0.1:0", "a b", "https://x.example", "[::1", "x.example/24", "10.0.0.0/", "10.0.0.0/8/8"],
  [false, "10.0.0.1:65536", "x:1.5", "x:", "fd00::/129", "10.0.0.0/1.5", "10.0.0.0/-1", `${label}x`, "::1/", "x_y"],
  [
    true,
    "10.0.0.1:1",
    "x:65535",
    "10.0.0.0/0",
    "10.0.0.0/32",
    "::/0",
    "fd00::/128",
    label,
    "A.b",
    "[fd00::1]:65535",
    "",
  ],
])("that the list of the operator is taken is %s with the entries %s %s %s %s %s %s %s %s", (isTaken, ...entries) => {
  for (const entry of entries)
    expect([entry, egressAllowVariable.safeParse(`hooks.internal,${entry}`).success]).toEqual([entry, isTaken]);
});
