import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { pageOf, pageQuery } from '../shapes/page.ts'
import { pendingClaim } from '../shapes/pending-claim.ts'
import { addressInput, noBody } from '../shapes/scalars.ts'

/** Tokens that others set aside for a wallet to claim, newest first. @source spec 001, sections 2 "Offers table", 9 "offers page 100" */
export const listPendingClaims = defineEndpoint({
  id: 'list-pending-claims',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/offers/:wallet',
  summary: 'Tokens a wallet can claim',
  tag: 'Portfolio',
  params: z.strictObject({ wallet: addressInput }),
  query: z.strictObject({ ...pageQuery(100, 100), collectionId: addressInput.optional() }),
  body: noBody,
  response: pageOf(pendingClaim),
  errors: ['invalid-cursor'],
  failure: { value: { data: [], nextCursor: null } },
  example: { params: { wallet: EXAMPLE.owner } },
})
