import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { addressInput, nothing } from '../shapes/scalars.ts'
import { signInInput } from '../shapes/session.ts'

/** Asks for a message that the wallet shall sign; it is good for five minutes and one answer. @source AIP-116 */
export const beginSignIn = defineEndpoint({
  id: 'begin-sign-in',
  bases: ['main'],
  method: 'POST',
  path: '/session/challenge',
  summary: 'Message to sign for Sign in with Aptos',
  tag: 'Session',
  budget: 'sign-in-message',
  params: nothing,
  query: nothing,
  body: z.strictObject({ walletAddress: addressInput }),
  response: z.object({
    /** For wallets that offer `aptos:signIn`: they make the message of these fields. */
    input: signInInput,
    /** The same as text, for people to read beforehand. */
    message: z.string(),
  }),
  errors: ['foreign-origin'],
  example: { body: { walletAddress: EXAMPLE.owner } },
})
