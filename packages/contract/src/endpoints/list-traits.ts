import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { noBody } from '../shapes/scalars.ts'
import { tokenFilterQuery } from '../shapes/token-filter.ts'
import { traitKind } from '../shapes/trait.ts'

/** Values of one kind that come with the list; the rest are asked for by `list-trait-values`. */
export const LISTED_VALUES = 100

/** Names are not looked at: values are counted in memory, where only traits, ranks and listings are. */
const countedFilter = z.strictObject(tokenFilterQuery).omit({ name: true, creatorAddress: true })

/**
 * A collection's traits with count and floor of every value. With filters, values of a kind are counted as if nothing
 * were asked of that kind. @source spec 000, section 7
 */
export const listTraits = defineEndpoint({
  id: 'list-traits',
  bases: ['aggregator', 'main'],
  method: 'GET',
  path: '/collection/:id/traits',
  summary: "A collection's traits",
  tag: 'Tokens',
  params: z.strictObject({ id: z.string().min(1).max(200).describe('Collection id, with or without 0x, or slug') }),
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
