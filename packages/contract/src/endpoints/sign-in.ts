import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE_SIGN_IN } from '../example-sign-in.ts'
import { nothing } from '../shapes/scalars.ts'
import { session, signInAnswer } from '../shapes/session.ts'

/**
 * Opens a session for the wallet that signed; answers with the session's cookie (httpOnly, SameSite=Lax).
 * A message is answered once, rightly or wrongly. @source AIP-116
 */
export const signIn = defineEndpoint({
  id: 'sign-in',
  bases: ['main'],
  method: 'POST',
  path: '/session',
  summary: 'Open a session with a signed message',
  tag: 'Session',
  budget: 'sign-in',
  params: nothing,
  query: nothing,
  body: signInAnswer,
  response: session,
  errors: ['sign-in-refused', 'foreign-origin', 'node-unavailable'],
  example: { body: EXAMPLE_SIGN_IN },
})
