import { describe, expect, test } from "@jest/globals";
import { createHmac, generateKeyPairSync, sign as signBytes } from "node:crypto";
import jwt from "jsonwebtoken";
import { createServiceTokenSigner } from "./signer.ts";
import { createServiceTokenVerifier, TokenRefused } from "./verifier.ts";

function newKeyPair() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return {
    privateKeyPem: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    publicKeyPem: publicKey.export({ type: "spki", format: "pem" }).toString(),
    publicJwk: publicKey.export({ format: "jwk" }),
  };
}

const now = Date.parse("2030-01-01T00:00:00Z");
const clock = () => now;
const pair = newKeyPair();
const other = newKeyPair();
const signer = createServiceTokenSigner({ privateKeyPem: pair.privateKeyPem, now: clock });
const verifier = createServiceTokenVerifier({ publicKeyPem: pair.publicKeyPem, now: clock });
const claims = { documentId: "doc_1", projectId: "prj_1", sourceId: "ver_1", preview: false };
const grant = signer.grant(claims, 90);
const token = signer.serviceToken("listTemplates");
const header = jwt.decode(token, { complete: true })?.header;
const seconds = now / 1000;
const payload = {
  scope: "listTemplates",
  iss: "platen-gateway",
  aud: "platen-catalog",
  iat: seconds,
  exp: seconds + 60,
};

function base64url(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

/** Signs any header and payload with the real key, as only a compromised gateway could. */
function forged(changedHeader: object, changedPayload: object, key = pair.privateKeyPem): string {
  const body = `${base64url({ ...header, ...changedHeader })}.${base64url({ ...payload, ...changedPayload })}`;
  return `${body}.${signBytes("sha256", Buffer.from(body), { key, dsaEncoding: "ieee-p1363" }).toString("base64url")}`;
}

test("a service token allows its own scope and no other", () => {
  expect(() => verifier.verifyServiceToken(token, "listTemplates")).not.toThrow();
  expect(() => verifier.verifyServiceToken(token, "openDocument")).toThrow(TokenRefused);
});

test("a forged token without changes passes, so each refusal below is caused by its change", () => {
  expect(() => verifier.verifyServiceToken(forged({}, {}), "listTemplates")).not.toThrow();
});

test("a grant contains its claims, is not accepted as a service token, and a service token is not a grant", () => {
  expect(verifier.verifyGrant(grant)).toEqual({ ...claims, issuer: "platen-gateway" });
  expect(() => verifier.verifyServiceToken(grant, "listTemplates")).toThrow(TokenRefused);
  expect(() => verifier.verifyGrant(token)).toThrow(TokenRefused);
});

test("an expired grant opens reports for an hour after an outage of all catalogs, and nothing else", () => {
  const after = (passed: number) =>
    createServiceTokenVerifier({ publicKeyPem: pair.publicKeyPem, now: () => now + (90 + passed) * 1_000 });
  expect(() => after(3_500).verifyGrant(grant)).toThrow("the token expired");
  expect(after(3_500).verifyReportingGrant(grant)).toEqual({ ...claims, issuer: "platen-gateway" });
  expect(() => after(3_700).verifyReportingGrant(grant)).toThrow("the token expired");
});

test("an expired token says for how long, but only if the right key signed it", () => {
  const verify = (token: string) => () => verifier.verifyServiceToken(token, "listTemplates");
  expect(verify(forged({}, { exp: seconds - 90 }))).toThrow("the token expired 90 s ago");
  expect(verify(forged({}, { exp: seconds - 90 }, other.privateKeyPem))).toThrow("does not verify");
});

/** Signs with a key of another curve, with a valid signature for that curve. */
function onAnotherCurve(alg: "ES256" | "ES384"): string {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-384" });
  const jwk = publicKey.export({ format: "jwk" });
  const body = `${base64url({ ...header, alg, jwk })}.${base64url(payload)}`;
  const signature = signBytes("sha384", Buffer.from(body), { key: privateKey, dsaEncoding: "ieee-p1363" });
  return `${body}.${signature.toString("base64url")}`;
}

function hmacWithPublicKey(): string {
  const body = `${base64url({ ...header, alg: "HS256" })}.${base64url(payload)}`;
  return `${body}.${createHmac("sha256", pair.publicKeyPem).update(body).digest("base64url")}`;
}

describe("refused:", () => {
  test.each([
    ["no signature", `${base64url({ ...header, alg: "none" })}.${base64url(payload)}.`],
    ["HS256 keyed with the public key", hmacWithPublicKey()],
    ["another issuer", forged({}, { iss: "stranger" })],
    ["another audience", forged({}, { aud: "platen-gateway" })],
    ["no audience", forged({}, { aud: undefined })],
    ["expired", forged({}, { exp: seconds - 10 })],
    ["no expiry", forged({}, { exp: undefined })],
    ["not valid yet", forged({}, { nbf: seconds + 60 })],
    ["issued too long ago", forged({}, { iat: seconds - 7200 })],
    ["another type", forged({ typ: "JWT" }, {})],
    ["no type", forged({ typ: undefined }, {})],
    ["an unknown key id", forged({ kid: "unknown" }, {})],
    ["a key id that is a path", forged({ kid: "../../etc/passwd" }, {})],
    ["no key id", forged({ kid: undefined }, {})],
    ["critical extensions", forged({ crit: ["exp"] }, {})],
    ["another key under our key id", forged({}, {}, other.privateKeyPem)],
    ["an embedded key", forged({ jwk: { kty: "EC" }, kid: "embedded" }, {})],
    ["a key by URL", forged({ jku: "https://attacker.example/keys", kid: "remote" }, {})],
    ["a key in the header, under our key id", forged({ jwk: other.publicJwk }, {}, other.privateKeyPem)],
    ["a key by URL, under our key id", forged({ jku: "https://a.example/keys" }, {}, other.privateKeyPem)],
    ["a certificate by URL", forged({ x5u: "https://attacker.example/cert" }, {}, other.privateKeyPem)],
    ["a key id that is SQL", forged({ kid: "' OR 1=1 --" }, {})],
    ["another curve", onAnotherCurve("ES384")],
    ["another curve under our algorithm's name", onAnotherCurve("ES256")],
    ["no scope", forged({}, { scope: undefined })],
    ["a list of scopes", forged({}, { scope: ["listTemplates"] })],
    ["ten kilobytes", forged({}, { padding: "x".repeat(10_000) })],
    ["a changed payload", token.replace(/\.[^.]+\./, `.${base64url({ ...payload, scope: "openDocument" })}.`)],
    ["two signatures", `${token}.${token.split(".")[2] ?? ""}`],
    ["junk", "junk"],
    ["an empty text", ""],
  ])("%s", (_what, refused) => {
    expect(() => verifier.verifyServiceToken(refused, "listTemplates")).toThrow(TokenRefused);
  });
});

describe("a courier with a key of its own", () => {
  const courier = createServiceTokenSigner({
    privateKeyPem: other.privateKeyPem,
    issuer: "platen-courier",
    now: clock,
  });
  const ofBoth = createServiceTokenVerifier({
    publicKeyPem: pair.publicKeyPem,
    courierPublicKeyPem: other.publicKeyPem,
    now: clock,
  });

  test("opens its own operations, and none that the gateway calls, nor the reverse", () => {
    const ofCourier = courier.serviceToken("leaseBackground");
    expect(() => ofBoth.verifyServiceToken(ofCourier, "leaseBackground", "platen-courier")).not.toThrow();
    expect(() => ofBoth.verifyServiceToken(ofCourier, "leaseBackground")).toThrow(TokenRefused);
    const ofGateway = signer.serviceToken("leaseBackground");
    expect(() => ofBoth.verifyServiceToken(ofGateway, "leaseBackground", "platen-courier")).toThrow(TokenRefused);
  });

  test("cannot sign as the gateway, nor the gateway as the courier", () => {
    const asGateway = createServiceTokenSigner({ privateKeyPem: other.privateKeyPem, now: clock });
    expect(() => ofBoth.verifyGrant(asGateway.grant(claims, 90))).toThrow(TokenRefused);
    expect(() => ofBoth.verifyGrant(forged({ typ: "platen-grant+jwt" }, { ...claims, iss: "platen-courier" }))).toThrow(
      TokenRefused,
    );
  });

  test("signs grants that say who signed them, which a verifier without its key refuses", () => {
    const ofCourier = courier.grant(claims, 90);
    expect(ofBoth.verifyGrant(ofCourier)).toEqual({ ...claims, issuer: "platen-courier" });
    expect(() => verifier.verifyGrant(ofCourier)).toThrow(TokenRefused);
  });
});

test("during a rotation tokens of both keys are accepted, afterwards only tokens of the new key", () => {
  const newSigner = createServiceTokenSigner({ privateKeyPem: other.privateKeyPem, now: clock });
  const both = createServiceTokenVerifier({ publicKeyPem: pair.publicKeyPem + other.publicKeyPem, now: clock });
  expect(both.verifyGrant(grant)).toMatchObject(claims);
  expect(both.verifyGrant(newSigner.grant(claims, 90))).toMatchObject(claims);
  expect(() => both.verifyServiceToken(token, "listTemplates")).not.toThrow();
  const after = createServiceTokenVerifier({ publicKeyPem: other.publicKeyPem, now: clock });
  expect(() => after.verifyGrant(grant)).toThrow(TokenRefused);
  expect(() => after.verifyServiceToken(token, "listTemplates")).toThrow(TokenRefused);
  expect(() => after.verifyServiceToken(newSigner.serviceToken("listTemplates"), "listTemplates")).not.toThrow();
});

test("a verifier learns that its key is not the one that signs, also before the first token and in a rotation", () => {
  const old = createServiceTokenVerifier({ publicKeyPem: pair.publicKeyPem, now: clock });
  const stranger = createServiceTokenVerifier({ publicKeyPem: other.publicKeyPem, now: clock });
  let time = now;
  const publicKeyPem = pair.publicKeyPem + other.publicKeyPem;
  const both = createServiceTokenVerifier({ publicKeyPem, now: () => time });
  const seenBy = (accepting: typeof both, issuer: "platen-gateway" | "platen-courier" = "platen-gateway") =>
    [old, stranger, both].map((one) => one.canVerify(issuer, accepting.tokenKeys()[issuer]));
  expect(seenBy(old)).toEqual([true, false, true]);
  expect(seenBy(both)).toEqual([true, true, true]);
  both.verifyGrant(grant);
  expect(seenBy(both)).toEqual([true, false, true]);
  const newSigner = createServiceTokenSigner({ privateKeyPem: other.privateKeyPem, now: clock });
  both.verifyServiceToken(newSigner.serviceToken("listTemplates"), "listTemplates");
  expect(seenBy(both)).toEqual([false, true, true]);
  // Without a recent token, the old key may be replaced.
  time += 61_000;
  expect(seenBy(both)).toEqual([true, true, true]);
  // There is no courier.
  expect(seenBy(both, "platen-courier")).toEqual([true, true, true]);
});

test("the signer returns the same token for half of its lifetime, then a new one", () => {
  let time = now;
  const ticking = createServiceTokenSigner({ privateKeyPem: pair.privateKeyPem, now: () => time });
  const first = ticking.serviceToken("listTemplates");
  time += 29_000;
  expect(ticking.serviceToken("listTemplates")).toBe(first);
  time += 2_000;
  expect(ticking.serviceToken("listTemplates")).not.toBe(first);
});

test("a token accepted before is refused after it expires, and always for another scope", () => {
  let time = now;
  const ticking = createServiceTokenVerifier({ publicKeyPem: pair.publicKeyPem, now: () => time });
  const verify = (scope: string) => () => ticking.verifyServiceToken(token, scope);
  for (time of [now, now + 30_000, now + 59_000]) {
    expect(verify("listTemplates")).not.toThrow();
    expect(verify("openDocument")).toThrow(TokenRefused);
  }
  // Clocks may differ by five seconds.
  time = now + 66_000;
  expect(verify("listTemplates")).toThrow(TokenRefused);
});

test("a grant accepted before is refused after it expires, and never stands for another one", () => {
  let time = now;
  const ticking = createServiceTokenVerifier({ publicKeyPem: pair.publicKeyPem, now: () => time });
  const other = signer.grant({ ...claims, documentId: "doc_2" }, 90);
  for (time of [now, now + 30_000, now + 89_000]) {
    expect(ticking.verifyGrant(grant).documentId).toBe("doc_1");
    expect(ticking.verifyGrant(other).documentId).toBe("doc_2");
    expect(() => ticking.verifyGrant(`${grant.slice(0, -6)}AAAAAA`)).toThrow(TokenRefused);
  }
  time = now + 96_000;
  expect(() => ticking.verifyGrant(grant)).toThrow(TokenRefused);
});

test("a text without a public key is refused at start", () => {
  expect(() => createServiceTokenVerifier({ publicKeyPem: "nothing" })).toThrow("no public key in PEM");
});
