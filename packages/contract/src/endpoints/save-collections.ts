import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { address, addressInput, nothing } from '../shapes/scalars.ts'

/** Most favourites one wallet may keep, and one that the chain does not know: any key makes such a wallet, for nothing. */
export const MAX_FAVOURITES = 2000
export const MAX_UNKNOWN_FAVOURITES = 100

/**
 * Stars many collections at once: what a visitor starred before signing in. Those starred already stay, unknown ones
 * are left out. @source spec 000, section 7; design decisions, "Favourites also work without a wallet"
 */
export const saveCollections = defineEndpoint({
  id: 'save-collections',
  bases: ['aggregator'],
  method: 'POST',
  path: '/user/save-collections',
  summary: 'Star many collections',
  tag: 'Users',
  params: nothing,
  query: nothing,
  body: z.strictObject({ collections: z.array(addressInput).min(1).max(500) }),
  response: z.object({ saved: z.array(address) }),
  access: 'wallet',
  errors: ['too-many-favourites', 'node-unavailable'],
  example: { body: { collections: [EXAMPLE.collectionId] } },
})
