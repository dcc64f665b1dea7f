/** Where a bucket is, and where in it the objects are. */
export type S3Location = {
  bucket: string;
  region: string;
  /** The bucket's address, without a `/` at the end. */
  bucketUrl: string;
  /** The start of each object's name: empty, or with a `/` at the end. */
  prefix: string;
};

const example = "such as s3://bucket/prefix?region=eu-central-1&endpoint=https://s3.example.com&style=path";
const bucketPattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const prefixPattern = /^(?:\/[\w-]+)*\/?$/;
const settingNames = ["region", "endpoint", "style"];

export function isS3Location(read: S3Location | { mistake: string }): read is S3Location {
  return !("mistake" in read);
}

/** Reads `s3://bucket/prefix?region=…&endpoint=…&style=…`, or describes what is wrong in it. */
export function readS3Location(text: string): S3Location | { mistake: string } {
  const { hostname: bucket, port, username, password, pathname, searchParams } = new URL(text);
  if (username !== "" || password !== "") {
    return { mistake: "must have no access key: set STORAGE_ACCESS_KEY_ID and STORAGE_SECRET_ACCESS_KEY" };
  }
  if (!bucketPattern.test(bucket) || port !== "") return { mistake: `must name a bucket, ${example}` };
  if (!prefixPattern.test(pathname)) return { mistake: "must have a prefix of letters, digits, - and _" };
  const unknown = [...searchParams.keys()].find((name) => !settingNames.includes(name));
  if (unknown !== undefined)
    return { mistake: `has the unknown setting ${unknown}; it takes ${settingNames.join(", ")}` };

  const region = searchParams.get("region") ?? undefined;
  const endpoint = searchParams.get("endpoint") ?? undefined;
  const style = searchParams.get("style") ?? (endpoint === undefined ? "host" : "path");
  if (region === undefined && endpoint === undefined)
    return { mistake: `must name a region or an endpoint, ${example}` };
  if (style !== "path" && style !== "host") return { mistake: "must have the style path or host" };
  const server = endpoint ?? `https://s3.${region}.amazonaws.com`;
  if (!isServerAddress(server))
    return { mistake: "must have an endpoint such as https://s3.example.com, without a path" };

  const { protocol, host } = new URL(server);
  return {
    bucket,
    region: region ?? "us-east-1",
    bucketUrl: style === "path" ? `${protocol}//${host}/${bucket}` : `${protocol}//${bucket}.${host}`,
    prefix: pathname === "" || pathname === "/" ? "" : `${pathname.replaceAll(/^\/|\/$/g, "")}/`,
  };
}

function isServerAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, pathname, search } = new URL(text);
  return ["http:", "https:"].includes(protocol) && username === "" && pathname === "/" && search === "";
}
