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
  /** Folder of this machine that holds them; null where they are elsewhere. */
  readonly directory: string | null
  /** Reads an object; null where there is none. */
  read(name: string): Promise<Buffer | null>
  /** Opens an object to be streamed; null where there is none. */
  open(name: string): Promise<{ readonly body: Readable; readonly bytes: number } | null>
  /** Stores an object whole: readers get the one before or this one, never a part. */
  write(name: string, body: Buffer): Promise<void>
  /** Stores a file of this machine. */
  upload(name: string, path: string): Promise<void>
  /** Lists objects whose names begin so. */
  list(prefix: string): Promise<readonly StoredObject[]>
  /** Removes objects; those that are gone already are ignored. */
  remove(names: readonly string[]): Promise<void>
}

/** How an object store is reached. */
export interface S3Settings {
  /** Null for the provider of the region. */
  readonly endpoint: string | null
  readonly region: string
  /** Null where the machine's role or its environment has keys. */
  readonly keys: { readonly accessKeyId: string; readonly secretAccessKey: string } | null
}

const S3_PLACE = /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])(?:\/(.*))?$/

/** Returns bucket and prefix of `s3://bucket/prefix`; null for a folder of this machine. @throws Error for any other address */
export function parseS3Place(place: string): { readonly bucket: string; readonly prefix: string } | null {
  if (!/^[a-z\d]+:\/\//i.test(place)) return null
  const [, bucket, path = ''] = S3_PLACE.exec(place) ?? []
  if (bucket === undefined) throw new Error('expected a folder or s3://bucket/prefix')
  const prefix = path.replace(/^\/+|\/+$/g, '')
  return { bucket, prefix: prefix === '' ? '' : `${prefix}/` }
}

/** Opens a folder of this machine, or of an object store. @param place a path, or `s3://bucket/prefix` */
export async function openObjectFolder(place: string, settings: S3Settings): Promise<ObjectFolder> {
  const s3 = parseS3Place(place)
  if (s3 === null) return openDiskFolder(place)
  // Loaded where it is used only: it is large.
  const { openS3Folder } = await import('./s3-folder.ts')
  return openS3Folder(s3, settings)
}
