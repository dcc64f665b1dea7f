import { readFile } from "node:fs/promises";

/** The kernel's counters of a process's network namespace since its creation. */
export type NetworkCounters = {
  interfaces: string[];
  /** Packets in and out on all interfaces. */
  packets: number;
  tcpConnects: number;
  udpDatagrams: number;
  /** Packets without a route: attempts that reached the kernel and failed there. */
  withoutRoute: number;
};

export async function networkCounters(pid: number): Promise<NetworkCounters> {
  const read = (file: string) => readFile(`/proc/${pid}/net/${file}`, "utf8");
  const [devices, v4, v6] = await Promise.all([read("dev"), read("snmp"), read("snmp6").catch(() => "")]);
  const interfaces = devices.split("\n").slice(2).filter(Boolean).map(parseInterface);
  const counted = new Map([...tables(v4), ...lines(v6)]);
  const sum = (...names: string[]) => names.reduce((total, name) => total + (counted.get(name) ?? 0), 0);
  if (!counted.has("TcpActiveOpens")) throw new Error("the kernel does not count connections here");
  return {
    interfaces: interfaces.map(({ name }) => name),
    packets: interfaces.reduce((total, { packets }) => total + packets, 0),
    tcpConnects: sum("TcpActiveOpens"),
    udpDatagrams: sum("UdpOutDatagrams", "Udp6OutDatagrams"),
    withoutRoute: sum("IpOutNoRoutes", "Ip6OutNoRoutes"),
  };
}

/** `lo: bytes packets …8 fields… bytes packets …8 fields…` */
function parseInterface(line: string): { name: string; packets: number } {
  const [name = "", ...fields] = line.trim().split(/[:\s]+/);
  return { name, packets: Number(fields[1]) + Number(fields[9]) };
}

/** Two lines each: `Udp: InDatagrams NoPorts …` and `Udp: 0 0 …`. */
function tables(text: string): [string, number][] {
  const rows = text.split("\n").map((line) => line.split(/:?\s+/));
  return rows.flatMap(([protocol = "", ...names], index) => {
    const [, ...values] = rows[index + 1] ?? [];
    return index % 2 === 0 ? names.map((name, at): [string, number] => [protocol + name, Number(values[at])]) : [];
  });
}

/** `Udp6OutDatagrams   0` */
function lines(text: string): [string, number][] {
  return text.split("\n").map((line) => {
    const [name = "", value] = line.split(/\s+/);
    return [name, Number(value)];
  });
}
