import { expect, test } from "@jest/globals";
import { findUrlMistake } from "../index.ts";
import { readS3Location } from "./s3-location.ts";

test.each([
  ["s3://acme?region=eu-central-1", "https://acme.s3.eu-central-1.amazonaws.com", ""],
  ["s3://acme/kept/pdfs/?region=eu-central-1&style=path", "https://s3.eu-central-1.amazonaws.com/acme", "kept/pdfs/"],
  ["s3://acme?endpoint=http://minio:9000", "http://minio:9000/acme", ""],
  ["s3://acme?endpoint=https://s3.example.com&style=host", "https://acme.s3.example.com", ""],
])("%s is the bucket at %s", (url, bucketUrl, prefix) => {
  expect(readS3Location(url)).toMatchObject({ bucket: "acme", bucketUrl, prefix });
});

test.each([
  ["s3://acme", "must name a region or an endpoint"],
  ["s3://?region=x", "must name a bucket"],
  ["s3://key:secret@acme?region=x", "set STORAGE_ACCESS_KEY_ID"],
  ["s3://acme/a%20b?region=x", "must have a prefix of letters"],
  ["s3://acme?region=x&acl=public", "has the unknown setting acl"],
  ["s3://acme?region=x&style=dns", "must have the style path or host"],
  ["s3://acme?endpoint=minio:9000", "must have an endpoint such as"],
  ["s3://acme?endpoint=https://s3.example.com/acme", "must have an endpoint such as"],
  ["https://s3.example.com/acme", "must be a URL starting with file:// or s3://"],
  ["file://server/files", "must name a folder of this machine"],
])("the storage's URL %s is refused: it %s", (url, mistake) => {
  expect(findUrlMistake(url)).toContain(mistake);
});

test("a URL of a folder or a bucket is taken", () => {
  expect(findUrlMistake("file:///var/lib/platen/files")).toBeUndefined();
  expect(findUrlMistake("s3://acme?region=eu-central-1")).toBeUndefined();
});
