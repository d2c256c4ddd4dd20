import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { flag } from '../shapes/flag.ts'
import { cursor, pageOf } from '../shapes/page.ts'
import { noBody, queryInteger } from '../shapes/scalars.ts'

/** The public log of a collection's flags, newest first. @source design decisions, "Identity and safety" */
export const listCollectionFlags = defineEndpoint({
  id: 'list-collection-flags',
  bases: ['main', 'aggregator'],
  method: 'GET',
  path: '/collection/:id/flags',
  summary: "A collection's flags and what became of them",
  tag: 'Collections',
  params: z.strictObject({ id: z.string().min(1).max(200) }),
  query: z.strictObject({ take: queryInteger(1, 100, 50), cursor: cursor.optional() }),
  body: noBody,
  response: pageOf(flag),
  errors: ['collection-not-found', 'invalid-cursor'],
  failure: { value: { data: [], nextCursor: null } },
  example: { params: { id: EXAMPLE.collectionId } },
})
