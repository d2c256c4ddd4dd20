import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { ObjectFolder, S3Settings, StoredObject } from './object-folder.ts'

/** Timeout of a request. A nearby store answers in milliseconds, and callers have a fallback. */
const CONNECT_MS = 1_000
const ANSWER_MS = 3_000
/** Largest number of names in one removal. @source https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html */
const MAX_REMOVED = 1_000

/** Opens a prefix of a bucket, without a request. */
export function openS3Folder(
  { bucket, prefix }: { readonly bucket: string; readonly prefix: string },
  { endpoint, region, keys }: S3Settings,
): ObjectFolder {
  const client = new S3Client({
    region,
    // Virtual-hosted buckets need a wildcard domain, which self-hosted stores rarely have.
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    ...(keys !== null && { credentials: { ...keys } }),
    maxAttempts: 2,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS, throwOnRequestTimeout: true },
  })
  const at = (name: string) => ({ Bucket: bucket, Key: prefix + name })
  const get = async (name: string): Promise<GetObjectCommandOutput | null> => {
    try {
      return await client.send(new GetObjectCommand(at(name)))
    } catch (error) {
      if (error instanceof Error && error.name === 'NoSuchKey') return null
      throw error
    }
  }
  return {
    directory: null,
    async read(name) {
      const object = await get(name)
      return object?.Body === undefined ? null : Buffer.from(await object.Body.transformToByteArray())
    },
    async open(name) {
      const object = await get(name)
      if (object?.Body === undefined) return null
      return { body: object.Body as Readable, bytes: object.ContentLength ?? 0 }
    },
    async write(name, body) {
      await client.send(new PutObjectCommand({ ...at(name), Body: body }))
    },
    async upload(name, path) {
      const { size } = await stat(path)
      await client.send(new PutObjectCommand({ ...at(name), Body: createReadStream(path), ContentLength: size }))
    },
    async list(start) {
      const found: StoredObject[] = []
      let from: string | undefined
      do {
        const page = await client.send(
          new ListObjectsV2Command({
            Bucket: bucket,
            Prefix: prefix + start,
            ...(from !== undefined && { ContinuationToken: from }),
          }),
        )
        for (const { Key = '', Size = 0, LastModified } of page.Contents ?? [])
          found.push({ name: Key.slice(prefix.length), bytes: Size, changedMs: LastModified?.getTime() ?? 0 })
        from = page.NextContinuationToken
      } while (from !== undefined)
      return found
    },
    async remove(names) {
      for (let from = 0; from < names.length; from += MAX_REMOVED) {
        const Objects = names.slice(from, from + MAX_REMOVED).map((name) => ({ Key: prefix + name }))
        const { Errors = [] } = await client.send(
          new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
        )
        if (Errors.length > 0) throw new Error(`${Errors.length} objects could not be removed: ${Errors[0]?.Message}`)
      }
    },
  }
}
