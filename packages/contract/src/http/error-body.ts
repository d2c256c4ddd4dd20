import * as z from 'zod'

/** HTTP status of every error code the API answers. Codes are stable; messages are for people. */
export const ERROR_STATUS = {
  'invalid-request': 400,
  'invalid-address': 400,
  'invalid-amount': 400,
  'invalid-cursor': 400,
  'source-refused': 400,
  'sign-in-required': 401,
  'sign-in-refused': 401,
  'not-your-wallet': 403,
  'foreign-origin': 403,
  'operator-only': 403,
  'not-found': 404,
  'collection-not-found': 404,
  'token-not-found': 404,
  'flag-not-found': 404,
  'snapshot-not-found': 404,
  'token-set-not-found': 404,
  'not-offered': 409,
  'too-many-favourites': 409,
  'too-many-flags': 409,
  'body-too-large': 413,
  'unsupported-media-type': 415,
  'media-unreadable': 422,
  'image-not-named': 422,
  'collection-too-large': 422,
  'token-set-refused': 422,
  'rate-limited': 429,
  internal: 500,
  'invalid-answer': 500,
  'media-unavailable': 502,
  'node-unavailable': 502,
  overloaded: 503,
  'database-unavailable': 503,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof ERROR_STATUS

/** Codes that any call may answer. */
export const COMMON_ERRORS = [
  'invalid-request',
  'rate-limited',
  'internal',
  'invalid-answer',
  'overloaded',
  'database-unavailable',
] as const satisfies ErrorCode[]

/** Body of every answer that is not a success. */
export const errorBody = z.object({
  error: z.object({
    code: z.string(),
    /** A sentence for people. */
    message: z.string(),
    /** Whether the same call may succeed later without a change by the caller. */
    retryable: z.boolean(),
    /** Facts a program may read; for `invalid-request` one entry per fault, path to sentence. */
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  }),
})
export type ErrorBody = z.output<typeof errorBody>
