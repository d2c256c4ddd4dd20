import * as z from 'zod'
import { defineEndpoint } from '../http/endpoint.ts'
import { EXAMPLE } from '../shapes/example-ids.ts'
import {
  address,
  addressInput,
  collectionRef,
  emptyObject,
  noBody,
  octas,
  queryInteger,
  tokenDataIdsInput,
} from '../shapes/scalars.ts'
import { tokenFilterQuery } from '../tokens/token-filter.ts'

/** One value of a kind of trait. */
export const traitValue = z.object({
  value: z.string(),
  /** Tokens that have it, of those the other filters let through. */
  count: z.number().int(),
  /** Lowest live listing price among them; null when none is for sale. */
  floorPrice: octas.nullable(),
})
export type TraitValue = z.output<typeof traitValue>

/** One kind of trait with its values, those of most tokens first. */
const traitKind = z.object({
  trait_type: z.string(),
  /** Values there are; `values` may have fewer. */
  valueCount: z.number().int(),
  values: z.array(traitValue),
})
export type TraitKind = z.output<typeof traitKind>

/** Values of one kind that come with the list; the rest are asked for by `list-trait-values`. */
export const LISTED_VALUES = 100

/** Names are ignored: values are counted in memory, which holds traits, ranks and listings only. */
const countedFilter = z.strictObject(tokenFilterQuery).omit({ name: true, creatorAddress: true })

/**
 * A collection's traits with count and floor of every value. With filters, values of a kind are counted as if nothing
 * were asked of that kind. @source docs/product/tokens-and-filters.md#trait-counts
 */
export const listTraits = defineEndpoint({
  id: 'list-traits',
  bases: ['aggregator', 'main'],
  method: 'GET',
  path: '/collection/:id/traits',
  summary: "A collection's traits",
  tag: 'Tokens',
  cache: 'shared',
  params: z.strictObject({ id: collectionRef }),
  query: countedFilter,
  body: noBody,
  response: z.object({
    /** Tokens that all filters let through. */
    total: z.number().int(),
    data: z.array(traitKind),
  }),
  errors: ['collection-not-found', 'collection-too-large'],
  example: { params: { id: EXAMPLE.collectionId } },
})

/** Values of one kind of trait, those of most tokens first. */
export const listTraitValues = defineEndpoint({
  id: 'list-trait-values',
  bases: ['aggregator', 'main'],
  method: 'GET',
  path: '/collection/:id/traits/:trait/value',
  summary: 'Values of a trait',
  tag: 'Tokens',
  cache: 'shared',
  params: z.strictObject({ id: collectionRef, trait: z.string().min(1).max(200) }),
  query: z.strictObject({
    page: queryInteger(1, 1000, 1),
    limit: queryInteger(1, 100, 50),
    q: z.string().max(100).default('').describe('Part of the value, upper and lower case alike'),
  }),
  body: noBody,
  response: z.object({ data: z.array(traitValue), total: z.number().int() }),
  errors: ['collection-not-found', 'collection-too-large'],
  failure: { value: { data: [], total: 0 } },
  example: { params: { id: EXAMPLE.collectionId, trait: 'Fur' }, query: { page: 1, limit: 50, q: '' } },
})

/** Frequency and price of one value of a trait. */
export const getAttribute = defineEndpoint({
  id: 'get-attribute',
  bases: ['aggregator', 'main'],
  method: 'GET',
  path: '/collection/:id/attribute/:name/value/:value',
  summary: 'Count and floor of a trait value',
  tag: 'Tokens',
  cache: 'shared',
  params: z.strictObject({
    id: collectionRef,
    name: z.string().min(1).max(200),
    value: z.string().min(1).max(250),
  }),
  query: emptyObject,
  body: noBody,
  response: z.object({
    trait_type: z.string(),
    value: z.string(),
    count: z.number().int(),
    /** Tokens of the collection. */
    supply: z.number().int(),
    /** count of supply, in percent with two decimals; 0 for an empty collection. */
    percent: z.number().nonnegative(),
    floorPrice: octas.nullable(),
  }),
  errors: ['collection-not-found', 'collection-too-large'],
  example: { params: { id: EXAMPLE.collectionId, name: 'Fur', value: 'Brown' } },
})

/** The dearest trait of each of some tokens: the one whose tokens cost most at least. */
export const listTopTraits = defineEndpoint({
  id: 'list-top-traits',
  bases: ['main', 'data'],
  method: 'POST',
  path: '/collection/nfts/top-trait',
  summary: 'Most valuable traits of some tokens',
  tag: 'Tokens',
  params: emptyObject,
  query: z.strictObject({
    walletAddress: addressInput.optional().describe('Whose own listings are left out of the floors'),
  }),
  body: tokenDataIdsInput,
  response: z.object({
    data: z.array(
      z.object({
        tokenDataId: address,
        /** Null when none of its traits has a floor, or the token is not known. */
        topTrait: z
          .object({ trait_type: z.string(), value: z.string(), count: z.number().int(), floorPrice: octas })
          .nullable(),
        /**
         * The highest floor of those of its traits that at least three tokens are listed with; null without one, and for one of twenty times
         * the usual floor of its collection and its last sale, or more. @source docs/product/portfolio-and-pnl.md#exit
         */
        traitFloorPrice: octas.nullable(),
      }),
    ),
  }),
  errors: [],
  failure: { value: { data: [] } },
  example: { body: [EXAMPLE.tokenDataId] },
})
