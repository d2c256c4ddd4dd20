import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { micros, noBody, nothing } from '../shapes/scalars.ts'

/** The open sessions of the signed-in wallet, newest first: nothing in them opens one. */
export const listSessions = defineEndpoint({
  id: 'list-sessions',
  bases: ['main'],
  method: 'GET',
  path: '/sessions',
  summary: "The signed-in wallet's open sessions",
  tag: 'Session',
  params: nothing,
  query: nothing,
  body: noBody,
  response: z.object({
    data: z.array(z.object({ openedAt: micros, expiresAt: micros, isCurrent: z.boolean() })),
  }),
  access: 'wallet',
  errors: [],
  failure: { value: { data: [] } },
  example: {},
})
