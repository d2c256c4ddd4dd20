import * as z from 'zod'
import { defineEndpoint } from '../http/endpoint.ts'
import { EXAMPLE } from '../shapes/example-ids.ts'
import { addressInput, emptyObject, noBody } from '../shapes/scalars.ts'
import { token } from '../tokens.ts'

/** A token by the names of itself and its collection, with its rarity rank; null when there is none. */
export const getTokenRarity = defineEndpoint({
  id: 'get-token-rarity',
  bases: ['main', 'data'],
  method: 'POST',
  path: '/collection/nfts/details',
  summary: 'A token by name, with its rarity',
  tag: 'Tokens',
  cache: 'shared',
  params: emptyObject,
  query: emptyObject,
  body: z.strictObject({ name: z.string().min(1).max(128), collectionName: z.string().min(1).max(128) }),
  response: z.object({
    data: z.object({ rarity: z.number().int().nullable(), token }).nullable(),
  }),
  errors: [],
  failure: { value: { data: null } },
  example: { body: { name: 'Monkey #8', collectionName: 'Monkeys' } },
})

/** A token's rarity rank within its collection. @source docs/product/display.md#rarity-percent */
export const getRarityPercent = defineEndpoint({
  id: 'get-rarity-percent',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/collection/nfts/:id/rarity-percent',
  summary: "A token's rarity as percent of supply",
  tag: 'Tokens',
  params: z.strictObject({ id: addressInput.describe('tokenDataId') }),
  query: emptyObject,
  body: noBody,
  response: z.object({
    rank: z.number().int().nullable(),
    supply: z.number().int(),
    /** rank of supply, in percent with two decimals; null without a rank. */
    percent: z.number().nullable(),
  }),
  errors: ['token-not-found'],
  failure: { value: { rank: null, supply: 0, percent: null } },
  example: { params: { id: EXAMPLE.tokenDataId } },
})

/**
 * Breakdown of a token's rarity rank: OpenRarity's information content. A value that `count` of `ranked` tokens
 * have is worth `-log2(count / ranked)` bits; the score is the sum over all traits, absent traits and the trait
 * count included, divided by the collection's entropy.
 * @source docs/product/tokens-and-filters.md#rarity
 */
export const getRarityBreakdown = defineEndpoint({
  id: 'get-rarity-breakdown',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/collection/nfts/:id/rarity-breakdown',
  summary: "What a token's rarity rank is made of",
  tag: 'Tokens',
  params: z.strictObject({ id: addressInput.describe('tokenDataId') }),
  query: emptyObject,
  body: noBody,
  response: z.object({
    /** 1 is the rarest; null until the collection was ranked. */
    rank: z.number().int().nullable(),
    /** Multiples of the collection's entropy: 1 is the average token. */
    score: z.number().nullable(),
    /** Tokens of the collection that have a rank. */
    ranked: z.number().int(),
    /** Tokens that share this rank, this one included. */
    sharing: z.number().int(),
    /** The most telling first. */
    traits: z.array(
      z.object({
        /** As compared: trimmed, lower case. `trait count` is how many the token wears. */
        trait_type: z.string(),
        /** Null where the token lacks a trait that others have. */
        value: z.string().nullable(),
        /** Tokens with this value, and their share of the collection in percent with two decimals. */
        count: z.number().int(),
        percent: z.number(),
        /** Information in having it: -log2(count / ranked). */
        bits: z.number(),
        /** Its part of the score, in percent with two decimals; null where the score is 0. */
        sharePercent: z.number().nullable(),
      }),
    ),
  }),
  errors: ['token-not-found'],
  example: { params: { id: EXAMPLE.tokenDataId } },
})
