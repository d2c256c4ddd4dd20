import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { noBody, nothing } from '../shapes/scalars.ts'

/** Is the process alive? Asks nothing of others. */
export const getHealth = defineEndpoint({
  id: 'get-health',
  bases: ['root'],
  method: 'GET',
  path: '/healthz',
  summary: 'Liveness',
  tag: 'Operations',
  params: nothing,
  query: nothing,
  body: noBody,
  response: z.object({ status: z.literal('ok') }),
  errors: [],
  example: {},
})
