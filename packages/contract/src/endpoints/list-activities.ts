import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { ACTIVITY_TYPES, activity } from '../shapes/activity.ts'
import { WINDOWS } from '../shapes/collection-sort-key.ts'
import { pageOf, pageQuery } from '../shapes/page.ts'
import { addressInput, marketplaceId, moment, noBody, nothing } from '../shapes/scalars.ts'

const collectionIds = z
  .union([addressInput, z.array(addressInput).max(50)])
  .transform((ids) => (Array.isArray(ids) ? ids : [ids]))

const types = z
  .union([z.enum(ACTIVITY_TYPES), z.array(z.enum(ACTIVITY_TYPES)).min(1).max(ACTIVITY_TYPES.length)])
  .default('all')
  .transform((chosen) => (Array.isArray(chosen) ? chosen : [chosen]))

/** What happened, newest first: everywhere, in some collections, or to one token. */
export const listActivities = defineEndpoint({
  id: 'list-activities',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/activities',
  summary: 'Activity, newest first',
  tag: 'Activity',
  params: nothing,
  query: z.strictObject({
    ...pageQuery(50, 100),
    collectionId: collectionIds.optional().describe('May be repeated'),
    collectionSlug: z.string().max(200).optional(),
    tokenDataId: addressInput.optional(),
    walletAddress: addressInput.optional().describe('Only what this wallet took part in'),
    timestamp: moment
      .optional()
      .describe('Only what happened at or before: Unix seconds, milliseconds or microseconds, or an ISO 8601 time'),
    type: types.describe('May be repeated: what is of any of them'),
    interval: z.enum(WINDOWS).default('all').describe('Only what happened within the last 1, 7 or 30 days'),
    marketplace: z.union([z.literal('all'), marketplaceId]).default('all'),
    pageType: z
      .enum(['activity_page', 'none'])
      .default('none')
      .describe('activity_page leaves mints and plain transfers out of type=all'),
  }),
  body: noBody,
  response: pageOf(activity),
  errors: ['collection-not-found', 'invalid-cursor'],
  example: { query: { collectionId: [EXAMPLE.collectionId], page: 1, take: 50, type: 'all' } },
})
