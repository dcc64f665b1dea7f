import { expect, test } from "@jest/globals";
import { findUrlMistake } from "../index.ts";
import { readS3Location } from "./s3-location.ts";

test.each([
  ["s3://acme?region=eu-central-1", "https://acme.s3.eu-central-1.amazonaws.com", ""],
  ["s3://acme/?region=eu-central-1", "https://acme.s3.eu-central-1.amazonaws.com", ""],
  ["s3://acme/kept/pdfs/?region=eu-central-1&style=path", "https://s3.eu-central-1.amazonaws.com/acme", "kept/pdfs/"],
  ["s3://acme?endpoint=http://minio:9000", "http://minio:9000/acme", ""],
  ["s3://acme?endpoint=https://s3.example.com&style=host", "https://acme.s3.example.com", ""],
])("%s is the bucket at %s", (url, bucketUrl, prefix) => {
  const region = url.includes("region") ? "eu-central-1" : "us-east-1";
  expect(readS3Location(url)).toEqual({ bucket: "acme", region, bucketUrl, prefix });
});

const example = "such as s3://bucket/prefix?region=eu-central-1&endpoint=https://s3.example.com&style=path";
const noKey = "must have no access key: set STORAGE_ACCESS_KEY_ID and STORAGE_SECRET_ACCESS_KEY";
const endpoint = "must have an endpoint such as https://s3.example.com, without a path";
test.each([
  ["s3://acme", `must name a region or an endpoint, ${example}`],
  ["s3://?region=x", `must name a bucket, ${example}`],
  ["s3://ab?region=x", `must name a bucket, ${example}`],
  ["s3://acme:1?region=x", `must name a bucket, ${example}`],
  ["s3://key@acme?region=x", noKey],
  ["s3://:secret@acme?region=x", noKey],
  ["s3://acme/a%20b?region=x", "must have a prefix of letters, digits, - and _"],
  ["s3://acme?region=x&acl=public", "has the unknown setting acl; it takes region, endpoint, style"],
  ["s3://acme?region=x&style=dns", "must have the style path or host"],
  ["s3://acme?endpoint=minio:9000", endpoint],
  ["s3://acme?endpoint=s3", endpoint],
  ["s3://acme?endpoint=http://u@s3", endpoint],
  ["s3://acme?endpoint=http://s3/?a", endpoint],
  ["s3://acme?endpoint=https://s3.example.com/acme", endpoint],
  ["https://s3.example.com/acme", "must be a URL starting with file:// or s3://"],
  ["/var/lib/platen/files", "must be a URL starting with file:// or s3://"],
  ["file://server/files", "must name a folder of this machine, such as file:///var/lib/platen/files"],
  ["file:///var/lib/platen/files", undefined],
  ["s3://abc?region=eu-central-1", undefined],
])("the storage's URL %s is refused as %s", (url, mistake) => expect(findUrlMistake(url)).toBe(mistake));
