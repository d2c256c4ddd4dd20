import type { aptos } from '@aptos-labs/aptos-protos'
import type { MultiSignature, TransactionRequest } from '@opal/domain/chain-transaction'
import type { SignatureType } from '@opal/domain/state-changes'
import { toHex } from './to-hex.ts'

type AccountSignature = aptos.transaction.v1.AccountSignature

/**
 * Kinds of keys by their number on the stream, which has more than the package of the registry names.
 * `length` is what BCS puts before the bytes.
 * @source aptos-core any_public_key, aptos.transaction.v1.AnyPublicKey
 */
export const KEY_KINDS: Readonly<Record<number, { readonly name: string; readonly length: readonly number[] }>> = {
  1: { name: 'ed25519', length: [32] },
  2: { name: 'secp256k1_ecdsa', length: [65] },
  3: { name: 'secp256r1_ecdsa', length: [65] },
  4: { name: 'keyless', length: [] },
  5: { name: 'federated_keyless', length: [] },
}
/** More keys than this are not restored. @source Aptos' own indexer, account_restoration */
export const MAX_KEYS = 32

/**
 * Returns the keys of a signature that several keys make up, and which of them signed; null for any other, or a
 * kind of key we do not know.
 */
function multiSignatureOf(signature: AccountSignature | undefined): MultiSignature | null {
  if (signature?.multiEd25519 !== undefined) return fromMultiEd25519(signature.multiEd25519)
  return signature?.multiKeySignature === undefined ? null : fromMultiKey(signature.multiKeySignature)
}

function fromMultiEd25519(signature: aptos.transaction.v1.MultiEd25519Signature): MultiSignature {
  const { publicKeys = [], threshold = 0, publicKeyIndices = [] } = signature
  return {
    signatureType: 'multi_ed25519_signature',
    accountPublicKey: toHex(Buffer.concat([...publicKeys, Uint8Array.of(threshold)])),
    keys: publicKeys.map((key, index) => ({
      publicKey: toHex(key),
      publicKeyType: 'ed25519',
      isUsed: publicKeyIndices.includes(index),
    })),
  }
}

function fromMultiKey(signature: aptos.transaction.v1.MultiKeySignature): MultiSignature | null {
  const { publicKeys = [], signaturesRequired = 0, signatures = [] } = signature
  if (publicKeys.length > MAX_KEYS) return null
  const signed = new Set(signatures.map(({ index }) => index ?? 0))
  const parts: Uint8Array[] = [Uint8Array.of(publicKeys.length)]
  const keys: MultiSignature['keys'][number][] = []
  for (const [index, { type = 0, publicKey = new Uint8Array() }] of publicKeys.entries()) {
    const kind = KEY_KINDS[type]
    if (kind === undefined) return null
    parts.push(Uint8Array.of(type - 1, ...kind.length), publicKey)
    keys.push({ publicKey: toHex(publicKey), publicKeyType: kind.name, isUsed: signed.has(index) })
  }
  parts.push(Uint8Array.of(signaturesRequired))
  return { signatureType: 'multi_key_signature', accountPublicKey: toHex(Buffer.concat(parts)), keys }
}

type Request = aptos.transaction.v1.UserTransactionRequest
type Signature = aptos.transaction.v1.Signature

/** Sequence number of a transaction that has a nonce instead. */
const ORDERLESS = (1n << 64n) - 1n

/** Reads what the sender asked for and who signed it. */
export function parseRequest(request: Request): TransactionRequest {
  const { sequenceNumber = 0n, maxGasAmount = 0n, expirationTimestampSecs, signature } = request
  return {
    sequenceNumber: sequenceNumber === ORDERLESS ? null : sequenceNumber,
    maxGasAmount,
    expirationSeconds: expirationTimestampSecs?.seconds ?? 0n,
    signatureType: signatureTypeOf(signature),
    multiSignature: multiSignatureOf(senderSignatureOf(signature)),
  }
}

/** Returns the sender's signature; the outer signature itself where it has no parts. */
function senderSignatureOf(signature: Signature | undefined): AccountSignature | undefined {
  if (signature?.multiEd25519 !== undefined) return { multiEd25519: signature.multiEd25519 }
  return signature?.singleSender?.sender ?? signature?.feePayer?.sender ?? signature?.multiAgent?.sender
}

function signatureTypeOf(signature: Signature | undefined): SignatureType {
  if (signature?.ed25519 !== undefined) return 'ed25519_signature'
  if (signature?.multiEd25519 !== undefined) return 'multi_ed25519_signature'
  if (signature?.multiAgent !== undefined) return 'multi_agent_signature'
  if (signature?.feePayer !== undefined) return 'fee_payer_signature'
  return signature?.singleSender === undefined ? 'unknown' : 'single_sender_signature'
}
