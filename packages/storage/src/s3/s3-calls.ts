import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import { S3Error, toRefusal, toSilence } from "./s3-error.ts";
import type { S3Location } from "./s3-location.ts";

export type S3Call = {
  method: "DELETE" | "GET" | "POST" | "PUT";
  /** The object's name in the bucket; without it the call is about the bucket. */
  name?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array;
};

export type S3Answer = { status: number; etag: string; bytes: Buffer };

export type S3CallOptions = {
  location: S3Location;
  accessKeyId: string;
  secretAccessKey: string;
  /** How long one attempt may take. Three attempts and their pauses are shorter than a worker waits. */
  attemptTimeoutMs?: number | undefined;
  /** The pause before the second attempt. It doubles before each further one. */
  pauseMs?: number | undefined;
};

const attempts = 3;

/** Creates the function that calls a bucket: signed, with checksums of what it sends, and again where that may help. */
export function createCallS3({
  location,
  accessKeyId,
  secretAccessKey,
  attemptTimeoutMs = 6_000,
  pauseMs = 200,
}: S3CallOptions) {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region: location.region, service: "s3" });

  async function attempt({ method, name, query = {}, headers = {}, body }: S3Call): Promise<S3Answer> {
    const url = new URL(name === undefined ? `${location.bucketUrl}/` : `${location.bucketUrl}/${name}`);
    for (const [parameter, value] of Object.entries(query)) url.searchParams.set(parameter, value);
    // In the signature, so that the service compares them even where it ignores other checksums.
    const sha256 = createHash("sha256")
      .update(body ?? "")
      .digest("hex");
    const signed = await client.sign(url, {
      method,
      headers: {
        ...headers,
        "X-Amz-Content-Sha256": sha256,
        ...(body && { "Content-MD5": createHash("md5").update(body).digest("base64") }),
      },
      // A copy in memory of its own: types of the platform exclude memory that threads share.
      ...(body && { body: new Uint8Array(body) }),
    });
    const call = `${method} ${location.bucket}/${name ?? ""}`;
    try {
      // A service redirects calls for the wrong region. Their signature would not hold there.
      const answer = await fetch(signed, { redirect: "manual", signal: AbortSignal.timeout(attemptTimeoutMs) });
      const bytes = Buffer.from(await answer.arrayBuffer());
      // Some calls are answered before the service has done its work, and report a failure in the body.
      const isRefused = !answer.ok || (method === "POST" && bytes.includes("<Error>"));
      if (isRefused) throw toRefusal(call, answer.status, bytes.toString());
      return { status: answer.status, etag: answer.headers.get("etag") ?? "", bytes };
    } catch (error) {
      throw error instanceof S3Error ? error : toSilence(call, error);
    }
  }

  return async function callS3(call: S3Call): Promise<S3Answer> {
    for (let number = 1; ; number += 1) {
      try {
        return await attempt(call);
      } catch (error) {
        if (!(error instanceof S3Error) || !error.isRetryable || number === attempts) throw error;
        // Of different lengths, so that callers that were refused together do not return together.
        await delay(pauseMs * 2 ** (number - 1) * (0.5 + Math.random()));
      }
    }
  };
}
