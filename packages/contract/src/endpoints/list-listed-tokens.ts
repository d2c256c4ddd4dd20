import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { pageOf, pageQuery } from '../shapes/page.ts'
import { noBody } from '../shapes/scalars.ts'
import { token } from '../shapes/token.ts'

/** A collection's tokens that are for sale, cheapest first, each with its listing. @source spec 001, section 7 */
export const listListedTokens = defineEndpoint({
  id: 'list-listed-tokens',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/collection/tokens/:slug',
  summary: "A collection's listed tokens",
  tag: 'Tokens',
  params: z.strictObject({ slug: z.string().min(1).max(200).describe('Slug or collection id') }),
  query: z.strictObject(pageQuery(50, 100)),
  body: noBody,
  response: pageOf(token),
  errors: ['collection-not-found', 'invalid-cursor'],
  failure: { value: { data: [], nextCursor: null } },
  example: { params: { slug: EXAMPLE.collectionId }, query: { page: 1, take: 50 } },
})
