import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { ObjectFolder, S3Settings, StoredObject } from './object-folder.ts'

/** Timeout of a request. A nearby store answers in milliseconds, and callers have a fallback. */
const CONNECT_MS = 1_000
export const ANSWER_MS = 3_000
/**
 * Longest time until an answer is read to its end, in two attempts: a store may begin to answer and not end. What is streamed
 * takes as long as its reader.
 */
const END_MS = 10_000
/** Connections to the store. With the usual fifty, fifty files that are streamed to slow readers would leave none for other requests. */
const CONNECTIONS = 200
/** Timeout of a request that sends a part of a file: the sending counts. */
const UPLOAD_MS = 60_000
/** Bytes of a file that one request sends, unless they are too many parts. A store takes no more than 5 GiB at once. */
export const PART_BYTES = 8 * 1_048_576
/** @source https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html */
const MAX_PARTS = 10_000
/** Checksums that the SDK adds for AWS: many other stores refuse requests that have them. The signature is of the whole body without. */
const ONLY_REQUIRED_CHECKSUMS = {
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
} as const
/** Objects that are removed at a time. */
const REMOVED_AT_ONCE = 20

/** Opens a prefix of a bucket, without a request. */
export function openS3Folder(
  { bucket, prefix }: { readonly bucket: string; readonly prefix: string },
  settings: S3Settings,
): ObjectFolder {
  const [client, uploadClient] = [createClient(settings, ANSWER_MS), createClient(settings, UPLOAD_MS)]
  const at = (name: string) => ({ Bucket: bucket, Key: prefix + name })
  const get = async (name: string, options: { readonly abortSignal?: AbortSignal } = {}) => {
    try {
      return await client.send(new GetObjectCommand(at(name)), options)
    } catch (error) {
      return noneWhereMissing(error)
    }
  }
  return {
    directory: null,
    async read(name) {
      const object = await get(name, ending())
      return object?.Body === undefined ? null : Buffer.from(await object.Body.transformToByteArray())
    },
    async open(name) {
      const object = await get(name)
      if (object?.Body === undefined) return null
      return { body: object.Body as Readable, bytes: object.ContentLength ?? 0 }
    },
    async write(name, body) {
      await client.send(new PutObjectCommand({ ...at(name), Body: body }), ending())
    },
    async upload(name, path, signal) {
      const { size } = await stat(path)
      signal?.throwIfAborted()
      const partSize = Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS))
      const params = { ...at(name), Body: createReadStream(path) }
      const upload = new Upload({ client: uploadClient, params, partSize, queueSize: 1 })
      const end = () => void upload.abort()
      signal?.addEventListener('abort', end)
      await upload.done().finally(() => signal?.removeEventListener('abort', end))
    },
    async list(start) {
      const found = await listKeys(client, bucket, prefix + start)
      return found.map((object) => ({ ...object, name: object.name.slice(prefix.length) }))
    },
    async remove(names) {
      // A request for each: for one of several, many stores need a header (Content-MD5) that the SDK no longer sends.
      const removeOne = (name: string) =>
        client.send(new DeleteObjectCommand(at(name)), ending()).catch(noneWhereMissing)
      for (let from = 0; from < names.length; from += REMOVED_AT_ONCE)
        await Promise.all(names.slice(from, from + REMOVED_AT_ONCE).map(removeOne))
    },
  }
}

function noneWhereMissing(error: unknown): null {
  if (error instanceof Error && error.name === 'NoSuchKey') return null
  throw error
}

/** Returns a time limit for a request that is read to its end. */
const ending = () => ({ abortSignal: AbortSignal.timeout(END_MS) })

/** Lists all objects of a bucket whose keys begin so, page by page. Their names are the keys. */
async function listKeys(client: S3Client, bucket: string, start: string): Promise<readonly StoredObject[]> {
  const found: StoredObject[] = []
  let from: string | undefined
  do {
    const page = await client.send(
      new ListObjectsV2Command({
        Bucket: bucket,
        Prefix: start,
        ...(from !== undefined && { ContinuationToken: from }),
      }),
      ending(),
    )
    for (const { Key = '', Size = 0, LastModified } of page.Contents ?? [])
      found.push({ name: Key, bytes: Size, changedMs: LastModified?.getTime() ?? 0 })
    from = page.NextContinuationToken
  } while (from !== undefined)
  return found
}

function createClient({ endpoint, region, keys }: S3Settings, requestTimeout: number): S3Client {
  return new S3Client({
    region,
    // Virtual-hosted buckets need a wildcard domain, which self-hosted stores rarely have.
    ...(endpoint !== null && { endpoint, forcePathStyle: true, ...ONLY_REQUIRED_CHECKSUMS }),
    ...(keys !== null && { credentials: { ...keys } }),
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: CONNECTIONS },
      httpsAgent: { maxSockets: CONNECTIONS },
    },
  })
}
