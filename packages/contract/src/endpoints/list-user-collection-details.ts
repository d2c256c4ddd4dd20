import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { portfolioCollection } from '../shapes/portfolio.ts'
import { addressInput, nothing } from '../shapes/scalars.ts'

/** What a wallet holds of some collections; those it holds nothing of are left out. @source spec 001, section 7 */
export const listUserCollectionDetails = defineEndpoint({
  id: 'list-user-collection-details',
  bases: ['data', 'main'],
  method: 'POST',
  path: '/user/collections/details/:wallet',
  summary: 'What a wallet holds of some collections',
  tag: 'Portfolio',
  params: z.strictObject({ wallet: addressInput }),
  query: nothing,
  body: z.strictObject({ collectionIds: z.array(addressInput).min(1).max(100) }),
  response: z.object({ data: z.array(portfolioCollection) }),
  errors: [],
  example: { params: { wallet: EXAMPLE.owner }, body: { collectionIds: [EXAMPLE.collectionId] } },
})
