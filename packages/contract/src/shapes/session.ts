import * as z from 'zod'
import { address, micros } from './scalars.ts'

/** Who is signed in; both null for a visitor. */
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
/** Keys and signatures of many signers are some kilobytes. */
const bcsHex = z.string().max(20_000)

/** What `serializeSignInOutput` of `@aptos-labs/siwa` makes of a wallet's answer. */
export const signInAnswer = z.strictObject({
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
