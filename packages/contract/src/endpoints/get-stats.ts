import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { noBody, nothing } from '../shapes/scalars.ts'

/** The price of one APT in USD, two decimals; 0 when it is not known. @source spec 000, section 8 "utility stats returns 0" */
export const getStats = defineEndpoint({
  id: 'get-stats',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/utility/stats',
  summary: 'APT price in USD',
  tag: 'Utility',
  params: nothing,
  query: nothing,
  body: noBody,
  response: z.object({
    value: z.number().nonnegative(),
    /** Age of the figure in seconds; null when it has no age (a configured price, or none). */
    ageSeconds: z.number().int().nullable(),
  }),
  errors: [],
  failure: { value: { value: 0, ageSeconds: null } },
  example: {},
})
