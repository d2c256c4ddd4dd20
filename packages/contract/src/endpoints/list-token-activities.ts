import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { activity } from '../shapes/activity.ts'
import { pageOf, pageQuery } from '../shapes/page.ts'
import { addressInput, noBody } from '../shapes/scalars.ts'

/** Everything that happened to one token, newest first. */
export const listTokenActivities = defineEndpoint({
  id: 'list-token-activities',
  bases: ['main'],
  method: 'GET',
  path: '/activity/nft/:id',
  summary: 'Activity of one token, newest first',
  tag: 'Activity',
  params: z.strictObject({ id: addressInput.describe('tokenDataId') }),
  query: z.strictObject({ ...pageQuery(30, 100) }),
  body: noBody,
  response: pageOf(activity),
  errors: ['invalid-cursor'],
  example: { params: { id: EXAMPLE.tokenDataId } },
})
