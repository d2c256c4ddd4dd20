import type { ChainTransaction, MultiSignature } from '@opal/domain/chain-transaction'
import { jsonAt } from '@opal/domain/json'
import { LARGEST, numberField, textField } from '../tokens/fields.ts'
import { KEY_KINDS, MAX_KEYS } from './parse-request.ts'
import { toHex } from './to-hex.ts'

/** Says which keys an account has from now on, and which of them have signed for that. @source 0x1::account::KeyRotationToPublicKey */
const ROTATION = '0x1::account::KeyRotationToPublicKey'
/** Schemes of several keys. @source 0x1::account */
const [MULTI_ED25519, MULTI_KEY] = [1n, 3n]

/** Keys that a transaction gave its sender's account. */
export interface Rotation {
  /** Null for one key, and for keys of a kind we do not know. */
  readonly keys: MultiSignature | null
}

/** Returns the rotation that a transaction states; null when it states none. @throws DecodeError */
export function rotationOf({ events }: ChainTransaction): Rotation | null {
  const event = events.find(({ type }) => type === ROTATION)
  if (event === undefined) return null
  const publicKey = textField(event.data, ROTATION, 'public_key')
  const scheme = numberField(event.data, ROTATION, 'public_key_scheme', LARGEST.u8)
  const isUsed = bitsOf(bytesOf(jsonAt(event.data, 'verified_public_key_bit_map')))
  const bytes = bytesOf(publicKey)
  const parts = scheme === MULTI_ED25519 ? multiEd25519(bytes) : scheme === MULTI_KEY ? multiKey(bytes) : null
  if (parts === null) return { keys: null }
  const signatureType = scheme === MULTI_ED25519 ? 'multi_ed25519_signature' : 'multi_key_signature'
  const keys = parts.map((part, index) => ({ ...part, isUsed: isUsed(index) }))
  return { keys: { signatureType, accountPublicKey: publicKey, keys } }
}

type Part = Pick<MultiSignature['keys'][number], 'publicKey' | 'publicKeyType'>

const ED25519_BYTES = 32

/** Keys of 32 bytes; how many of them must sign is last. */
function multiEd25519(bytes: Buffer): readonly Part[] {
  const count = Math.floor(bytes.length / ED25519_BYTES)
  return Array.from({ length: count }, (_, at) => ({
    publicKey: toHex(bytes.subarray(at * ED25519_BYTES, (at + 1) * ED25519_BYTES)),
    publicKeyType: 'ed25519',
  }))
}

/** Reads BCS of several keys of any kind; null where it is none we know. */
function multiKey(bytes: Buffer): readonly Part[] | null {
  const count = bytes[0] ?? 0
  if (count > MAX_KEYS) return null
  const parts: Part[] = []
  let at = 1
  for (let index = 0; index < count; index += 1) {
    const kind = KEY_KINDS[(bytes[at] ?? Number.NaN) + 1]
    if (kind === undefined) return null
    const start = at + 1 + kind.length.length
    const end = kind.length[0] === undefined ? endOfKeyless(bytes, start, kind.name) : start + kind.length[0]
    if (end > bytes.length) return null
    parts.push({ publicKey: toHex(bytes.subarray(start, end)), publicKeyType: kind.name })
    at = end
  }
  return parts
}

/** A keyless key is who issues it and a commitment to whose it is, both with their lengths; a federated one has an address before. */
function endOfKeyless(bytes: Buffer, start: number, name: string): number {
  const past = (at: number) => at + 1 + (bytes[at] ?? bytes.length)
  return past(past(name === 'federated_keyless' ? start + 32 : start))
}

/** Returns whether the bit of an index is set; the first is the highest of the first byte. */
function bitsOf(bytes: Buffer): (index: number) => boolean {
  return (index) => ((bytes[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0
}

function bytesOf(hex: unknown): Buffer {
  return Buffer.from(typeof hex === 'string' ? hex.replace(/^0x/, '') : '', 'hex')
}
