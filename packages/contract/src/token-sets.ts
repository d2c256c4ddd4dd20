import * as z from 'zod'
import { MAX_SET_TOKENS } from './constants/token-set-limits.ts'
import { defineEndpoint } from './http/endpoint.ts'
import { EXAMPLE, EXAMPLE_SET } from './shapes/example-ids.ts'
import { address, addressInput, emptyObject, noBody, setHash, u64 } from './shapes/scalars.ts'

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
  }),
  maxBodyBytes: 1024 * 1024,
  budget: 'token-set',
  response: z.object({ root: setHash, size: z.number().int() }),
  errors: ['token-set-refused', 'body-too-large'],
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
  response: z.object({
    root: setHash,
    collectionId: address,
    tokens: z.array(
      z.object({
        tokenDataId: address,
        /** Names that the leaf of a v1 token is made of; null for a v2 token, whose leaf is made of its id. */
        names: z
          .object({
            creatorAddress: address,
            collectionName: z.string(),
            tokenName: z.string(),
            propertyVersion: u64,
          })
          .nullable(),
      }),
    ),
  }),
  errors: ['token-set-not-found'],
  example: { params: { root: EXAMPLE_SET.root } },
})
