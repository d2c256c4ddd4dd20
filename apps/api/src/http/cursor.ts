import type * as z from 'zod'
import { InvalidCursorError } from '../errors.ts'

/** An opaque place in a list: its parts as JSON, base64url. */
export function encodeCursor(parts: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/**
 * Reads a cursor back.
 * @throws InvalidCursorError when it is none, or has other parts than this list's.
 */
export function decodeCursor<Schema extends z.ZodType>(cursor: string, schema: Schema): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
  } catch {
    throw new InvalidCursorError()
  }
}
