import * as z from 'zod'
import { MAX_CONDITION_LENGTH, MAX_SET_TOKENS } from './constants/token-set-limits.ts'
import { defineEndpoint } from './http/endpoint.ts'
import { EXAMPLE, EXAMPLE_ATTRIBUTES, EXAMPLE_SET } from './shapes/example-ids.ts'
import { address, addressInput, emptyObject, noBody, setHash } from './shapes/scalars.ts'
import { tokenConditionBody, tokenConditionQuery } from './tokens/token-filter.ts'
import { tokenNames } from './trading/trade.ts'

/** A token of a set as a caller names it. */
const setTokenInput = z
  .string()
  .regex(/^0x[0-9a-f]{64}(\/[1-9]\d{0,19})?$/, {
    error: 'expected 0x and 64 lower-case hex digits, for a later edition of a v1 token / and its property version',
    abort: true,
  })
  // Leaves hold 64 bits: a larger number would name another edition in the same set.
  .refine((key) => BigInt(key.split('/')[1] ?? 0) < 1n << 64n, 'the property version does not fit in 64 bits')
  .describe('Id of a token; of another edition of a v1 token than 0 with / and its property version')

/** A token as sets name it. */
const setToken = z.object({
  tokenDataId: address,
  /** Names that the leaf of a v1 token is made of; null for a v2 token, whose leaf is made of its id. */
  names: tokenNames.nullable(),
})
export type SetToken = z.output<typeof setToken>

/** The condition that a set was built from; it held for exactly its tokens when the set was announced. */
export const setCondition = tokenConditionBody.nullable()

/**
 * The tokens of a collection that fit a condition now, in the edition that they are shown in: a bidder builds the set of them.
 * Tokens without a holder are left out.
 */
export const findFittingTokens = defineEndpoint({
  id: 'find-fitting-tokens',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/token-sets',
  summary: 'Tokens that fit a condition, to build a set of',
  tag: 'Bids',
  params: emptyObject,
  query: z.strictObject({ collectionId: addressInput, ...tokenConditionQuery }),
  body: noBody,
  budget: 'token-set-reading',
  response: z.object({ collectionId: address, tokens: z.array(setToken) }),
  errors: ['collection-not-found', 'collection-too-large', 'token-set-refused'],
  example: { query: { collectionId: EXAMPLE.collectionId, attributes: EXAMPLE_ATTRIBUTES } },
})

/**
 * Announces the list behind a root, so that holders of its tokens find the offers that name it, and can prove that a token is in it. A root
 * fits one list only: nobody can announce another.
 */
export const announceTokenSet = defineEndpoint({
  id: 'announce-token-set',
  bases: ['data', 'main'],
  method: 'POST',
  path: '/token-sets',
  summary: 'Announce a set of tokens that an offer names',
  tag: 'Bids',
  params: emptyObject,
  query: emptyObject,
  body: z.strictObject({
    root: setHash,
    collectionId: addressInput,
    tokens: z.array(setTokenInput).min(1).max(MAX_SET_TOKENS).describe('In any order, each once'),
    condition: tokenConditionBody
      .refine(
        (condition) => JSON.stringify(condition).length <= MAX_CONDITION_LENGTH,
        `a condition has ${MAX_CONDITION_LENGTH} characters at most`,
      )
      .optional()
      .describe(
        'What the tokens have in common: exactly they fit it now. It is checked, and shown with bids on the set',
      ),
  }),
  maxBodyBytes: 1024 * 1024,
  budget: 'token-set',
  response: z.object({ root: setHash, size: z.number().int() }),
  errors: ['token-set-refused', 'body-too-large', 'collection-too-large'],
  example: { body: { root: EXAMPLE_SET.root, collectionId: EXAMPLE.collectionId, tokens: [...EXAMPLE_SET.tokens] } },
})

/** The list behind a root: with it anybody can build the tree again, and the proof of each of its tokens. */
export const getTokenSet = defineEndpoint({
  id: 'get-token-set',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/token-sets/:root',
  summary: 'The tokens of a set by its root',
  tag: 'Bids',
  cache: 'shared',
  params: z.strictObject({ root: setHash }),
  query: emptyObject,
  body: noBody,
  budget: 'token-set-reading',
  response: z.object({
    root: setHash,
    collectionId: address,
    tokens: z.array(setToken),
    condition: setCondition,
  }),
  errors: ['token-set-not-found'],
  example: { params: { root: EXAMPLE_SET.root } },
})

/** Whether the tokens of a set still fit the condition that it was built from: metadata may have changed since. */
export const getTokenSetFit = defineEndpoint({
  id: 'get-token-set-fit',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/token-sets/:root/fit',
  summary: 'How many tokens of a set still fit its condition',
  tag: 'Bids',
  cache: 'shared',
  params: z.strictObject({ root: setHash }),
  query: emptyObject,
  body: noBody,
  budget: 'token-set-reading',
  response: z.object({
    root: setHash,
    collectionId: address,
    size: z.number().int(),
    condition: setCondition,
    /** Tokens of the set that do not fit it any more; null where there is no condition, or the collection is too large to say. */
    misfits: z.number().int().nullable(),
  }),
  errors: ['token-set-not-found'],
  example: { params: { root: EXAMPLE_SET.root } },
})
