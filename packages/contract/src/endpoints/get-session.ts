import { defineEndpoint } from '../endpoint.ts'
import { noBody, nothing } from '../shapes/scalars.ts'
import { session } from '../shapes/session.ts'

/** Who the caller's cookie says is signed in. */
export const getSession = defineEndpoint({
  id: 'get-session',
  bases: ['main'],
  method: 'GET',
  path: '/session',
  summary: 'The session of the caller',
  tag: 'Session',
  params: nothing,
  query: nothing,
  body: noBody,
  response: session,
  errors: [],
  failure: { value: { walletAddress: null, expiresAt: null } },
  example: {},
})
