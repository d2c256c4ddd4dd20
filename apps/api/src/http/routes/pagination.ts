import { address, MAX_OFFSET } from '@opal/contract/shapes/scalars'
import { isWithinBounds } from '@opal/domain/text/json-bounds'
import { MAX_NAME_BYTES } from '@opal/domain/tokens/name-bytes'
import * as z from 'zod'
import { InvalidCursorError, PageTooDeepError } from '../../errors.ts'
import { MAX_BIGINT } from '../../wire-values.ts'

/** Parts of cursors, none wider than the column that it is compared with: clients may change a cursor. */
export const cursorParts = {
  /** A value of a bigint column: a version, an id, microseconds. */
  bigint: z
    .string()
    .regex(/^\d{1,19}$/, { abort: true })
    .refine((text) => BigInt(text) <= MAX_BIGINT),
  /** A value of a numeric column: octas, amounts. */
  numeric: z.string().regex(/^\d{1,60}$/),
  /** A value of an integer column: an index within a transaction. */
  integer: z.number().int().min(-2_147_483_648).max(2_147_483_647),
  /** A name, or a number as text, that a list is ordered by: a list may add some digits to a name, in front or as padding. */
  value: z.string().max(MAX_NAME_BYTES + 64),
  /** An address: of a wallet, a collection, a token. */
  address,
} as const

/**
 * Returns where a page starts: after a cursor, else at an offset.
 * @throws InvalidCursorError, PageTooDeepError
 */
export function pageStart<Schema extends z.ZodType>(
  query: { page: number; take: number; cursor?: string | undefined },
  schema: Schema,
): { after?: z.output<Schema>; offset?: number } {
  if (query.cursor !== undefined) return { after: decodeCursor(query.cursor, schema) }
  const offset = (query.page - 1) * query.take
  if (offset + query.take > MAX_OFFSET) throw new PageTooDeepError(MAX_OFFSET)
  return { offset }
}

/** Cuts the one row that was read too many, and says where the next page starts. */
export function cutPage<Row>(
  rows: readonly Row[],
  take: number,
  place: (row: Row) => readonly (string | number)[],
): { rows: readonly Row[]; nextCursor: string | null } {
  const shown = rows.slice(0, take)
  const last = shown.at(-1)
  return { rows: shown, nextCursor: rows.length > take && last !== undefined ? encodeCursor(place(last)) : null }
}

/** Returns an opaque place in a list: its parts as JSON, base64url. */
export function encodeCursor(parts: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/** A list of texts and numbers. */
const CURSOR_BOUNDS = { containers: 1, shapes: 0 } as const

/**
 * Reads a cursor back.
 * @throws InvalidCursorError when it is not a cursor, or not one of this list.
 */
export function decodeCursor<Schema extends z.ZodType>(cursor: string, schema: Schema): z.output<Schema> {
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  if (!isWithinBounds(text, CURSOR_BOUNDS)) throw new InvalidCursorError()
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw new InvalidCursorError()
  }
}
