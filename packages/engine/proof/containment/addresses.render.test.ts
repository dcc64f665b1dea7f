import { listenForLeaks } from "@platen/testing";
import { expect, test } from "@jest/globals";
import { engineForFile } from "../engine-for-file.ts";

const engine = engineForFile();

/**
 * Spellings of private addresses: this machine, its neighbours, the metadata service of a cloud. Each kind has bypassed
 * the list of forbidden addresses of some program that fetches for documents. The engine has no such list, because it
 * fetches nothing. `{port}` is a port that listens on this machine.
 */
const spellings = {
  "IPv4, in every notation":
    "127.0.0.1 127.0.0.2 127.1 127.0.1 2130706433 017700000001 0177.0.0.1 0177.0.0.01 0x7f.0.0.1 0x7f000001 0X7F.0x0.0x0.0x1 127.0x0.0.1 0 0.0.0.0 127.0.0.1.",
  "IPv6 and what it maps":
    "[::1] [0:0:0:0:0:0:0:1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [64:ff9b::127.0.0.1] [2002:7f00:1::] [2001:0:7f00:1::] [fe80::1] [fc00::1] [ff02::1]",
  names: "localhost localhost. LOCALHOST a.localhost localhost.localdomain redirect.leak.test 127.0.0.1.nip.io",
  "other signs for the same":
    "%31%32%37.0.0.1 127%2e0%2e0%2e1 127\u30020\u30020\u30021 127\uFF0E0\uFF0E0\uFF0E1 \uFF11\uFF12\uFF17.0.0.1 \u2460\u2461\u2466.0.0.1 \u24DB\u24DE\u24D2\u24D0\u24DB\u24D7\u24DE\u24E2\u24E3",
  "private networks and metadata":
    "10.0.0.1 172.16.0.1 192.168.0.1 100.64.0.1 198.18.0.1 224.0.0.1 255.255.255.255 169.254.169.254 169.254.169.254. 2852039166 0xa9fea9fe 169.254.170.2 metadata.google.internal metadata 100.100.100.200 192.0.0.192 168.63.129.16 kubernetes.default.svc host.docker.internal [fd00:ec2::254]",
};
const wholeAddresses = [
  "hTTp://127.0.0.1:{port}/",
  "http:127.0.0.1:{port}/",
  "http:/127.0.0.1:{port}/",
  "http:\\\\127.0.0.1:{port}\\",
  "http:///127.0.0.1:{port}/",
  "http://\t127.0.0.1:{port}/",
  "ht\ntp://127.0.0.1:{port}/",
  "http://127.0.0.1:{port}#@example.com/",
  "http://127.0.0.1:{port}\\@example.com/",
  "https://127.0.0.1:{port}/",
  "ftp://127.0.0.1:{port}/",
  "gopher://127.0.0.1:{port}/_x",
  "ws://127.0.0.1:{port}/",
];

test("each spelling of a private address is refused and reported, and reaches no listener", async () => {
  const hosts = Object.values(spellings).flatMap((text) => text.split(" "));
  const addresses = [...hosts.map((host) => `http://${host}:{port}/`), ...wholeAddresses];
  const listeners = await listenForLeaks(["addresses"]);
  try {
    for (const spelling of addresses) {
      const address = listeners.fill("addresses", spelling);
      const { refused } = await engine.printHtml(`<p>text</p><img src="${address}">`);
      // Chromium parses addresses by the URL standard, as Node does.
      const { protocol, host } = new URL(address);
      const request = { resource: "Image", scheme: protocol.slice(0, -1), host: host.toLowerCase(), count: 1 };
      expect({ address, refused }).toEqual({ address, refused: [request] });
    }
    await listeners.settled();
    expect([...listeners.hits()]).toEqual([]);
  } finally {
    listeners.close();
  }
});
