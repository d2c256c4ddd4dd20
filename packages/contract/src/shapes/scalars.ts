import { parseAddress } from '@opal/domain/address'
import { MAX_NAME_BYTES } from '@opal/domain/tokens/name-bytes'
import * as z from 'zod'

/** An amount in octas (1 APT = 10^8) as a decimal string. 2^64 tokens of 2^64 editions at 2^64 octas have 58 digits. */
export const octas = z
  .string()
  .regex(/^\d{1,60}$/)
  .describe('Octas (10^-8 APT), decimal string')

/** A difference in octas, may be negative. */
export const signedOctas = z
  .string()
  .regex(/^-?\d{1,60}$/)
  .describe('Octas (10^-8 APT), decimal string, may be negative')

/** Ledger version, or any other unsigned 64-bit integer, as a decimal string. */
export const u64 = z
  .string()
  .regex(/^\d{1,20}$/)
  .describe('Unsigned 64-bit integer, decimal string')

/** A number of items over several tokens or orders, as a decimal string: one v1 token alone may have 2^64 - 1 editions. */
export const itemCount = z
  .string()
  .regex(/^\d{1,40}$/)
  .describe('Number of items, decimal string')

/** Chain time: microseconds since 1970 as a decimal string. */
export const micros = z
  .string()
  .regex(/^\d{1,20}$/)
  .describe('Microseconds since 1970-01-01 UTC, decimal string')

/** A time in any unit that clients use: the number of digits determines the unit. */
export const timestamp = z
  .string()
  .max(40)
  .regex(/^(\d{1,20}|\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?)$/)
  .refine((text) => /^\d+$/.test(text) || !Number.isNaN(Date.parse(text)), 'there is no such date')
  .describe('Unix seconds, milliseconds or microseconds, or an ISO 8601 time, UTC unless it says otherwise')

/** An address as the API answers it: 0x and 64 lower-case hex digits. */
export const address = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/)
  .describe('Address, 0x and 64 hex digits')

/** An address as a caller may spell it: with or without 0x, leading zeros optional. Parsed to its inner form. */
export const addressInput = z
  .string()
  .regex(/^(0x)?[0-9a-fA-F]{1,64}$/, 'expected 0x and 1 to 64 hex digits')
  .transform(parseAddress)
  .describe('Address; 0x and leading zeros may be left out')

/** Returns an unsigned 64-bit integer that a caller gives. */
function u64Given(expected: string) {
  return (
    z
      .string()
      // Aborts, because the next rule parses the number.
      .regex(/^\d{1,20}$/, { error: `expected ${expected} as a decimal string`, abort: true })
      .refine((text) => BigInt(text) < 1n << 64n, { error: 'does not fit in 64 bits', abort: true })
  )
}

/** As {@link u64}, from a caller. */
export const u64Input = u64Given('a whole number').describe('Unsigned 64-bit integer, decimal string')

/** An amount a caller gives: whole octas within u64. */
export const octasInput = u64Given('a whole number of octas').describe('Octas (10^-8 APT), decimal string')

/** From here on a time is not one in seconds: milliseconds have as many digits since 1973, seconds in the year 5138. */
const BEYOND_SECONDS = 100_000_000_000n

/** End of an order that a caller places. */
export const expiryInput = u64Given('seconds since 1970')
  .refine(
    (text) => BigInt(text) < BEYOND_SECONDS,
    'is too large for seconds since 1970: give seconds, not milliseconds',
  )
  .describe('Unix seconds, decimal string; before the year 5138')

/**
 * Returns the schema of a whole number that a caller gives: a JSON number, or its decimal digits, as queries and forms carry it. What only can be
 * turned into one is none: no boolean, list, hexadecimal or exponent.
 */
export function wholeNumber(min: number, max: number) {
  return z.preprocess(
    (value: number | string) => (typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value),
    z
      .int({ error: `expected a whole number from ${min} to ${max}, in decimal digits` })
      .min(min)
      .max(max),
  )
}

/** Returns a whole number in a query string. */
export function queryInteger(min: number, max: number, fallback: number) {
  return wholeNumber(min, max).default(fallback)
}

/** One of the marketplaces by its id, e.g. as `GET /networks/current` names them. */
export const marketplaceId = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,31}$/)
  .describe('Marketplace id')

/** Root of a set of tokens, or another hash of its tree. @source contracts/marketplace token_set */
export const setHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'expected 64 lower-case hex digits')
  .describe('SHA-256 in the merkle tree over a set of tokens, 64 hex digits')

/** No members: for calls without parameters, query or body. */
export const emptyObject = z.strictObject({})

/** For calls without a body. */
export const noBody = z.undefined()

/** Returns the schema of a member that a query may repeat: one value or several, parsed to a list that holds each once. */
export function oneOrMany<Value extends z.ZodType>(value: Value, max: number) {
  return z
    .union([value, z.array(value).max(max)])
    .transform((given) => [...new Set((Array.isArray(given) ? given : [given]) as z.output<Value>[])])
}

/**
 * Bytes of JSON that a name takes at most where a list is ordered by it: six for a byte, as in "\\u0001". Lower case and the character
 * that replaces NUL take less.
 */
const NAME_IN_CURSOR = 6 * MAX_NAME_BYTES
/** Bytes of a cursor's other parts (order, ids, numbers), and of the zeros that a name is padded with. */
const REST_OF_CURSOR = 512

/** Opaque place in a list, given back by the answer before: JSON as base64, four characters for three bytes. */
export const cursor = z
  .string()
  .min(1)
  .max(Math.ceil(((NAME_IN_CURSOR + REST_OF_CURSOR) * 4) / 3))
  .describe('nextCursor of the page before; wins over page')

/** A collection in an address, by its id or its slug. */
export const collectionRef = z.string().min(1).max(200).describe('Collection id, with or without 0x, or slug')

const page = queryInteger(1, 1000, 1)

/** Returns the query members of a list that is read page by page. Beyond {@link MAX_OFFSET} rows only the cursor leads on. */
export function pageQuery(defaultTake: number, maxTake: number) {
  return { page, take: queryInteger(1, maxTake, defaultTake), cursor: cursor.optional() }
}

/** As {@link pageQuery}, for the calls that name the size of a page `limit`: 50 rows, 100 at most. */
export const limitQuery = { page, limit: queryInteger(1, 100, 50), cursor: cursor.optional() }

/** `page * take` may not exceed this; a cursor has no such limit. */
export const MAX_OFFSET = 10_000

/** Returns the schema of a list's answer: rows, and where the next page starts. */
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({
    data: z.array(row),
    /** Null at the end of the list. */
    nextCursor: z.string().nullable(),
  })
}

const ids = z.array(addressInput).min(1).max(200)

/** A list of tokens in a body: as it is, or as member `tokenDataId`. */
export const tokenDataIdsInput = z.union(
  [ids, z.strictObject({ tokenDataId: ids }).transform(({ tokenDataId }) => tokenDataId)],
  { error: 'expected 1 to 200 token ids, as a list or as the member tokenDataId' },
)
