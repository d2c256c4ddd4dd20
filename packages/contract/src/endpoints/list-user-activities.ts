import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { activity } from '../shapes/activity.ts'
import { pageOf, pageQuery } from '../shapes/page.ts'
import { addressInput, noBody } from '../shapes/scalars.ts'

/** What a wallet took part in, newest first. @source spec 001, section 7 "Portfolio" */
export const listUserActivities = defineEndpoint({
  id: 'list-user-activities',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/activities/:wallet',
  summary: 'Activity of one wallet, newest first',
  tag: 'Portfolio',
  params: z.strictObject({ wallet: addressInput }),
  query: z.strictObject({ ...pageQuery(50, 100), collectionId: addressInput.optional() }),
  body: noBody,
  response: pageOf(activity),
  errors: ['invalid-cursor'],
  example: { params: { wallet: EXAMPLE.owner } },
})
