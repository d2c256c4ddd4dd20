import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { noBody, nothing } from '../shapes/scalars.ts'

/** Ends every session of the signed-in wallet, the caller's own too, and sign-ins that were begun. */
export const signOutEverywhere = defineEndpoint({
  id: 'sign-out-everywhere',
  bases: ['main'],
  method: 'DELETE',
  path: '/sessions',
  summary: 'End every session of the wallet',
  tag: 'Session',
  params: nothing,
  query: nothing,
  body: noBody,
  response: z.object({ ended: z.int().nonnegative().describe('How many sessions were open') }),
  access: 'wallet',
  errors: ['foreign-origin'],
  example: {},
})
