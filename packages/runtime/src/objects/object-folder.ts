import type { Readable } from 'node:stream'
import { openDiskFolder } from './disk-folder.ts'

/** An object of a folder. */
export interface StoredObject {
  readonly name: string
  readonly bytes: number
  readonly changedMs: number
}

/** Named objects on a disk or in an object store, which several machines may share. Names are relative paths with `/`. */
export interface ObjectFolder {
  /** Local folder of the objects; null for an object store. */
  readonly directory: string | null
  /** Reads an object; null if it does not exist. */
  read(name: string): Promise<Buffer | null>
  /** Opens an object as a stream; null if it does not exist. */
  open(name: string): Promise<{ readonly body: Readable; readonly bytes: number } | null>
  /** Stores an object atomically: readers get the previous or the new one, never a part. */
  write(name: string, body: Buffer): Promise<void>
  /** Stores a local file. The signal ends a long upload, of which nothing stays. */
  upload(name: string, path: string, signal?: AbortSignal): Promise<void>
  /** Lists objects whose names begin with a prefix. */
  list(prefix: string): Promise<readonly StoredObject[]>
  /** Removes objects; missing ones are ignored. */
  remove(names: readonly string[]): Promise<void>
}

/** Connection to an object store. */
export interface S3Settings {
  /** Null for AWS in the region. */
  readonly endpoint: string | null
  readonly region: string
  /** Null to take the keys of the machine's role or environment. */
  readonly keys: { readonly accessKeyId: string; readonly secretAccessKey: string } | null
}

const S3_PLACE = /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])(?:\/(.*))?$/

/** Returns bucket and prefix of `s3://bucket/prefix`; null for a local folder. @throws Error for any other URL */
export function parseS3Place(place: string): { readonly bucket: string; readonly prefix: string } | null {
  if (!/^[a-z\d]+:\/\//i.test(place)) return null
  const [, bucket, path = ''] = S3_PLACE.exec(place) ?? []
  if (bucket === undefined) throw new Error('expected a folder or s3://bucket/prefix')
  const prefix = path.replace(/^\/+|\/+$/g, '')
  return { bucket, prefix: prefix === '' ? '' : `${prefix}/` }
}

/** Opens a local folder or an object store. @param place a path, or `s3://bucket/prefix` */
export async function openObjectFolder(place: string, settings: S3Settings): Promise<ObjectFolder> {
  const s3 = parseS3Place(place)
  if (s3 === null) return openDiskFolder(place)
  // Imported on demand: it is large.
  const { openS3Folder } = await import('./s3-folder.ts')
  return openS3Folder(s3, settings)
}
