import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { liveMessage } from '../shapes/live.ts'
import { addressInput, noBody, nothing, queryInteger, u64Input } from '../shapes/scalars.ts'

/** Live messages a client missed, oldest first: after a feed id, or after a ledger version. */
export const listLiveMessages = defineEndpoint({
  id: 'list-live-messages',
  bases: ['root'],
  method: 'GET',
  path: '/live/since',
  summary: 'Live messages missed while away',
  tag: 'Live',
  params: nothing,
  query: z
    .strictObject({
      collectionId: addressInput.optional(),
      version: u64Input.optional().describe('Ledger version of the last message seen'),
      id: u64Input.optional().describe('id of the last message seen; exact, and wins over version'),
      take: queryInteger(1, 500, 100),
    })
    .refine((query) => query.version !== undefined || query.id !== undefined, 'version or id is needed'),
  body: noBody,
  response: z.object({
    data: z.array(liveMessage),
    /** More is waiting after the last one: ask again with its id. */
    hasMore: z.boolean(),
  }),
  errors: [],
  example: { query: { version: '0' } },
})
