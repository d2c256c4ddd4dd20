import {
  type AccountAuthenticator,
  AccountAuthenticatorEd25519,
  AccountAuthenticatorMultiEd25519,
  AccountAuthenticatorMultiKey,
  AccountAuthenticatorNoAccountAuthenticator,
  AccountAuthenticatorSingleKey,
  AnyPublicKey,
  AnySignature,
  Ed25519PublicKey,
  Ed25519Signature,
  MultiEd25519PublicKey,
  MultiEd25519Signature,
  MultiKey,
  MultiKeySignature,
  Secp256k1PublicKey,
  Secp256k1Signature,
} from '@aptos-labs/ts-sdk'
import * as z from 'zod'

const Hex = z.string().regex(/^(?:0x)?(?:[0-9a-f]{2})+$/i)
const Keyed = z.object({ type: z.enum(['ed25519', 'secp256k1_ecdsa']), value: Hex })
const Indexed = z.object({ index: z.int().min(0).max(31), signature: Keyed })

/** One key of any scheme, without the name of its kind. */
export const SingleKeyed = z.object({ public_key: Keyed, signature: Keyed })
/** Some keys of any scheme, without the name of their kind. */
export const MultiKeyed = z.object({
  public_keys: z.array(Keyed).min(1).max(32),
  signatures: z.array(Indexed).max(32),
  signatures_required: z.int().min(1).max(32),
})
const MultiEd25519 = z.object({
  public_keys: z.array(Hex).min(1).max(32),
  signatures: z.array(Hex).max(32),
  threshold: z.int().min(1).max(32),
  bitmap: Hex,
})

/** One account's part of a signature, in the node's shapes. Keyless and passkey signatures are none of them. */
export const AccountSignature = z.union([
  z.object({ type: z.literal('ed25519_signature'), public_key: Hex, signature: Hex }),
  MultiEd25519.extend({ type: z.literal('multi_ed25519_signature') }),
  SingleKeyed.extend({ type: z.literal('single_key_signature') }),
  MultiKeyed.extend({ type: z.literal('multi_key_signature') }),
  z.object({ type: z.literal('no_account_signature') }),
])

type Parsed =
  | z.output<typeof AccountSignature>
  | ({ readonly type: 'single_sender' } & (z.output<typeof SingleKeyed> | z.output<typeof MultiKeyed>))

/** @throws Error when a key or a signature has not the length of its scheme. */
export function authenticatorOf(parsed: Parsed): AccountAuthenticator {
  if (parsed.type === 'no_account_signature') return new AccountAuthenticatorNoAccountAuthenticator()
  if (parsed.type === 'ed25519_signature') {
    const [key, signature] = [new Ed25519PublicKey(parsed.public_key), new Ed25519Signature(parsed.signature)]
    return new AccountAuthenticatorEd25519(key, signature)
  }
  if (parsed.type === 'multi_ed25519_signature') return multiEd25519(parsed)
  return 'public_keys' in parsed ? multiKey(parsed) : singleKey(parsed)
}

function singleKey({ public_key, signature }: z.output<typeof SingleKeyed>): AccountAuthenticator {
  return new AccountAuthenticatorSingleKey(anyKey(public_key), anySignature(signature))
}

function multiKey(parsed: z.output<typeof MultiKeyed>): AccountAuthenticator {
  const { public_keys, signatures, signatures_required: signaturesRequired } = parsed
  const ordered = [...signatures].sort((left, right) => left.index - right.index)
  return new AccountAuthenticatorMultiKey(
    new MultiKey({ publicKeys: public_keys.map(anyKey), signaturesRequired }),
    new MultiKeySignature({
      signatures: ordered.map(({ signature }) => anySignature(signature)),
      bitmap: ordered.map(({ index }) => index),
    }),
  )
}

function multiEd25519(parsed: z.output<typeof MultiEd25519>): AccountAuthenticator {
  const publicKeys = parsed.public_keys.map((key) => new Ed25519PublicKey(key))
  const signatures = parsed.signatures.map((signature) => new Ed25519Signature(signature))
  const bitmap = Uint8Array.from(Buffer.from(parsed.bitmap.replace(/^0x/i, ''), 'hex'))
  return new AccountAuthenticatorMultiEd25519(
    new MultiEd25519PublicKey({ publicKeys, threshold: parsed.threshold }),
    new MultiEd25519Signature({ signatures, bitmap }),
  )
}

function anyKey({ type, value }: z.output<typeof Keyed>): AnyPublicKey {
  return new AnyPublicKey(type === 'ed25519' ? new Ed25519PublicKey(value) : new Secp256k1PublicKey(value))
}

function anySignature({ type, value }: z.output<typeof Keyed>): AnySignature {
  return new AnySignature(type === 'ed25519' ? new Ed25519Signature(value) : new Secp256k1Signature(value))
}
