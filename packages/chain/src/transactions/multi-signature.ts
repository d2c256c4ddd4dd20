import type { aptos } from '@aptos-labs/aptos-protos'
import type { MultiSignature } from '@opal/domain/chain-transaction'

type AccountSignature = aptos.transaction.v1.AccountSignature

/**
 * Kinds of keys by their number on the stream, which has more than the package of the registry names.
 * `length` is what BCS puts before the bytes.
 * @source aptos-core any_public_key, aptos.transaction.v1.AnyPublicKey
 */
const KEY_KINDS: Readonly<Record<number, { readonly name: string; readonly length: readonly number[] }>> = {
  1: { name: 'ed25519', length: [32] },
  2: { name: 'secp256k1_ecdsa', length: [65] },
  3: { name: 'secp256r1_ecdsa', length: [65] },
  4: { name: 'keyless', length: [] },
  5: { name: 'federated_keyless', length: [] },
}
/** More keys than this are not restored. @source Aptos' own indexer, account_restoration */
const MAX_KEYS = 32

/** The keys of a signature that several keys make up, and which of them signed; null for any other, or a kind of key we do not know. */
export function multiSignatureOf(signature: AccountSignature | undefined): MultiSignature | null {
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

function toHex(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString('hex')}`
}
