import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { nothing } from '../shapes/scalars.ts'
import { token } from '../shapes/token.ts'

/** A token by the names of itself and its collection, with its rarity rank; null when there is none. @source spec 000, section 7 */
export const getTokenRarity = defineEndpoint({
  id: 'get-token-rarity',
  bases: ['main', 'data'],
  method: 'POST',
  path: '/collection/nfts/details',
  summary: 'A token by name, with its rarity',
  tag: 'Tokens',
  params: nothing,
  query: nothing,
  body: z.strictObject({ name: z.string().min(1).max(128), collectionName: z.string().min(1).max(128) }),
  response: z.object({
    data: z.object({ rarity: z.number().int().nullable(), token }).nullable(),
  }),
  errors: [],
  failure: { value: { data: null } },
  example: { body: { name: 'Monkey #8', collectionName: 'Monkeys' } },
})
