import { expect, test } from "@jest/globals";
import { loadConfig } from "@platen/config";
import { checkedCatalogVariables } from "./config.ts";

const load = (variables: Record<string, string>) =>
  loadConfig(checkedCatalogVariables, {
    DATABASE_URL: "postgres://platen@127.0.0.1/platen",
    SERVICE_TOKEN_PUBLIC_KEY: "-----BEGIN PUBLIC KEY-----\\nabc\\n-----END PUBLIC KEY-----",
    ...variables,
  });

const bucket = "s3://acme/kept?region=eu-central-1";

test("a bucket needs an access key, and a folder none", () => {
  expect(() => load({ STORAGE_URL: bucket })).toThrow(
    /STORAGE_ACCESS_KEY_ID is not set\s+STORAGE_SECRET_ACCESS_KEY is not set/,
  );
  const accessKey = { STORAGE_ACCESS_KEY_ID: "id", STORAGE_SECRET_ACCESS_KEY: "secret" };
  expect(load({ STORAGE_URL: bucket, ...accessKey })).toMatchObject(accessKey);
  expect(load({ STORAGE_URL: "file:///var/lib/platen/files" })).not.toHaveProperty("STORAGE_ACCESS_KEY_ID");
});

test("a storage's URL with a mistake is refused, and the error says which", () => {
  expect(() => load({ STORAGE_URL: "s3://acme" })).toThrow(
    "STORAGE_URL: must name a region or an endpoint, such as s3://bucket/prefix?region=",
  );
});
