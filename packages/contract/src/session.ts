import * as z from 'zod'
import { defineEndpoint } from './http/endpoint.ts'
import { EXAMPLE } from './shapes/example-ids.ts'
import { EXAMPLE_SIGN_IN } from './shapes/example-sign-in.ts'
import { address, addressInput, emptyObject, micros, noBody } from './shapes/scalars.ts'

/** The signed-in wallet; both null for a visitor. */
export const session = z.object({
  walletAddress: address.nullable(),
  expiresAt: micros.nullable(),
})
export type Session = z.output<typeof session>

/** The fields of a Sign in with Aptos message, for the wallet's `aptos:signIn`. @source AIP-116 */
export const signInInput = z.object({
  domain: z.string(),
  address,
  statement: z.string(),
  uri: z.string(),
  version: z.literal('1'),
  chainId: z.string(),
  nonce: z.string(),
  issuedAt: z.string(),
  expirationTime: z.string(),
})
export type SignInInput = z.output<typeof signInInput>

const field = z.string().max(500)
/** Keys and signatures of many signers take a few kilobytes. */
const bcsHex = z.string().max(20_000)

/** A wallet's answer as `serializeSignInOutput` of `@aptos-labs/siwa` serializes it. */
const signInAnswer = z.strictObject({
  version: z.literal('2'),
  type: z.string().max(40).describe('ed25519, multi_ed25519, single_key or multi_key'),
  signature: bcsHex.describe('BCS, hex'),
  publicKey: bcsHex.describe('BCS, hex'),
  input: z.strictObject({
    domain: field,
    address: field,
    version: field,
    chainId: field,
    statement: field.optional(),
    uri: field.optional(),
    nonce: field.optional(),
    issuedAt: field.optional(),
    expirationTime: field.optional(),
    notBefore: field.optional(),
    requestId: field.optional(),
    resources: z.array(field).max(20).optional(),
  }),
})
export type SignInAnswer = z.input<typeof signInAnswer>

/** Requests a message for the wallet to sign; it is valid for five minutes and one answer. @source AIP-116 */
export const beginSignIn = defineEndpoint({
  id: 'begin-sign-in',
  bases: ['main'],
  method: 'POST',
  path: '/session/challenge',
  summary: 'Message to sign for Sign in with Aptos',
  tag: 'Session',
  budget: 'sign-in-message',
  params: emptyObject,
  query: emptyObject,
  body: z.strictObject({ walletAddress: addressInput }),
  response: z.object({
    /** For wallets that offer `aptos:signIn`: they build the message from these fields. */
    input: signInInput,
    /** The same as text, shown to the user first. */
    message: z.string(),
  }),
  errors: ['foreign-origin'],
  example: { body: { walletAddress: EXAMPLE.owner } },
})

/**
 * Opens a session for the wallet that signed; answers with the session's cookie (httpOnly, SameSite=Lax).
 * A message can be answered once, whether the answer is valid or not. @source AIP-116
 */
export const signIn = defineEndpoint({
  id: 'sign-in',
  bases: ['main'],
  method: 'POST',
  path: '/session',
  summary: 'Open a session with a signed message',
  tag: 'Session',
  budget: 'sign-in',
  params: emptyObject,
  query: emptyObject,
  body: signInAnswer,
  response: session,
  errors: ['sign-in-refused', 'foreign-origin', 'node-unavailable'],
  example: { body: EXAMPLE_SIGN_IN },
})

/** The wallet of the caller's session cookie. */
export const getSession = defineEndpoint({
  id: 'get-session',
  reads: 'primary',
  bases: ['main'],
  method: 'GET',
  path: '/session',
  summary: 'The session of the caller',
  tag: 'Session',
  params: emptyObject,
  query: emptyObject,
  body: noBody,
  response: session,
  errors: [],
  failure: { value: { walletAddress: null, expiresAt: null } },
  example: {},
})

/** The open sessions of the signed-in wallet, newest first, without their tokens. */
export const listSessions = defineEndpoint({
  id: 'list-sessions',
  bases: ['main'],
  method: 'GET',
  path: '/sessions',
  summary: "The signed-in wallet's open sessions",
  tag: 'Session',
  params: emptyObject,
  query: emptyObject,
  body: noBody,
  response: z.object({
    data: z.array(z.object({ openedAt: micros, expiresAt: micros, isCurrent: z.boolean() })),
  }),
  access: 'wallet',
  errors: [],
  failure: { value: { data: [] } },
  example: {},
})

/** Ends the caller's session, if there is one. */
export const signOut = defineEndpoint({
  id: 'sign-out',
  bases: ['main'],
  method: 'DELETE',
  path: '/session',
  summary: 'End the session',
  tag: 'Session',
  params: emptyObject,
  query: emptyObject,
  body: noBody,
  response: session,
  errors: ['foreign-origin'],
  example: {},
})

/** Ends every session of the signed-in wallet, including the caller's, and sign-ins in progress. */
export const signOutEverywhere = defineEndpoint({
  id: 'sign-out-everywhere',
  bases: ['main'],
  method: 'DELETE',
  path: '/sessions',
  summary: 'End every session of the wallet',
  tag: 'Session',
  params: emptyObject,
  query: emptyObject,
  body: noBody,
  response: z.object({ ended: z.int().nonnegative().describe('How many sessions were open') }),
  access: 'wallet',
  errors: ['foreign-origin'],
  example: {},
})

/**
 * Deletes every off-chain row of the wallet, and all its sessions.
 * @source docs/product/wallet-and-session.md#account-deletion
 */
export const deleteAccount = defineEndpoint({
  id: 'delete-account',
  bases: ['main', 'aggregator'],
  method: 'DELETE',
  path: '/user/account',
  summary: 'Erase all stored data of the wallet',
  tag: 'Session',
  params: emptyObject,
  query: emptyObject,
  body: noBody,
  response: z.object({
    /** Rows erased, by what they were. */
    deleted: z.record(z.string(), z.number().int()),
    /** Facts that cannot be erased, in a sentence. */
    staysOnChain: z.string(),
  }),
  access: 'wallet',
  errors: [],
  example: {},
})
