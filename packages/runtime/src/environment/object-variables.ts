import type { VariableFault } from '@opal/domain/environment/read-environment'
import * as z from 'zod'
import { parseS3Place, type S3Settings } from '../objects/object-folder.ts'
import { httpUrl, optional, parsedBy } from './variables.ts'

/** A local folder, or `s3://bucket/prefix`. */
export const place = parsedBy((text) => {
  parseS3Place(text)
  return text
})

/** Variables of the connection to an object store. */
export const OBJECT_STORE_VARIABLES = {
  S3_ENDPOINT: optional(httpUrl),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
}

/** Their values; both keys, or neither. */
interface ObjectStoreSet {
  readonly S3_ENDPOINT?: string | undefined
  readonly S3_REGION: string
  readonly S3_ACCESS_KEY_ID?: string | undefined
  readonly S3_SECRET_ACCESS_KEY?: string | undefined
}

/** Returns the connection that a program's variables describe. */
export function s3SettingsOf(set: ObjectStoreSet): S3Settings {
  const { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = set
  const hasKeys = accessKeyId !== undefined && secretAccessKey !== undefined
  return { endpoint: S3_ENDPOINT ?? null, region: S3_REGION, keys: hasKeys ? { accessKeyId, secretAccessKey } : null }
}

/** Returns the fault of an object store's keys of which only one is set. */
export function objectStoreFaults(set: Partial<ObjectStoreSet>): readonly VariableFault[] {
  if ((set.S3_ACCESS_KEY_ID === undefined) === (set.S3_SECRET_ACCESS_KEY === undefined)) return []
  return [{ variable: 'S3_ACCESS_KEY_ID', message: 'set it and S3_SECRET_ACCESS_KEY, or neither' }]
}
