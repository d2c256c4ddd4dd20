import { defineEndpoint } from '../endpoint.ts'
import { noBody, nothing } from '../shapes/scalars.ts'
import { session } from '../shapes/session.ts'

/** Ends the caller's session. Without one nothing happens. */
export const signOut = defineEndpoint({
  id: 'sign-out',
  bases: ['main'],
  method: 'DELETE',
  path: '/session',
  summary: 'End the session',
  tag: 'Session',
  params: nothing,
  query: nothing,
  body: noBody,
  response: session,
  errors: ['foreign-origin'],
  example: {},
})
