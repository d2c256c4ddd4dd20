import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { promisify } from 'node:util'
import { sha3 } from './sha3.ts'

/** ASN.1 of an ed25519 SubjectPublicKeyInfo up to the 32 key bytes. @source RFC 8410 */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')
const CACHE_LIMIT = 20_000
const verifyAside = promisify(verify)

/** A public key, ready to be verified with. */
export interface Ed25519Key {
  readonly key: KeyObject
  /** Authentication key of an account with this key alone: `0x` + 64 hex digits. */
  readonly authenticationKey: string
  /** One signature would be good for many messages: it verifies none. */
  readonly isSmallOrder: boolean
}
const keys = new Map<string, Ed25519Key>()

/**
 * The y coordinates of the eight points of small order, and their spellings above the field's prime; little endian,
 * the sign of x left out. @source ed25519-dalek EIGHT_TORSION; libsodium ge25519_has_small_order
 */
const SMALL_ORDER: ReadonlySet<string> = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
])

/**
 * Checks a signature as the chain does: `verify_strict` of ed25519-dalek, which is RFC 8032 without its leeway.
 * OpenSSL refuses a signature whose scalar is not below the group's order and compares R byte for byte, as dalek does;
 * the points of small order, under which one signature is good for many messages, are refused here.
 *
 * The SDK's own verification follows ZIP 215 and takes more: keys and R of small order, R in another spelling, and
 * equations that hold only after multiplying by the cofactor. Whatever this takes, the SDK takes; for keys and
 * signatures that were made by signing, the two never differ.
 *
 * @source aptos-crypto ed25519_sigs verify_arbitrary_msg
 */
export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const known = ed25519Key(publicKey)
  if (known.isSmallOrder || isSmallOrder(signature.subarray(0, 32))) return false
  return quietly(() => verify(null, message, known.key, signature))
}

/** Verifies as {@link verifyEd25519} does, in the threads that Node keeps for such work: many at once use every core. */
export async function verifyEd25519Async(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  const known = ed25519Key(publicKey)
  if (known.isSmallOrder || isSmallOrder(signature.subarray(0, 32))) return false
  try {
    return await verifyAside(null, message, known.key, signature)
  } catch {
    return false
  }
}

/** The bytes are checked to be a point only when a signature is verified with them. */
export function ed25519Key(publicKey: Uint8Array): Ed25519Key {
  const id = Buffer.from(publicKey.buffer, publicKey.byteOffset, publicKey.byteLength).toString('latin1')
  const known = keys.get(id)
  if (known !== undefined) return known
  if (keys.size >= CACHE_LIMIT) keys.clear()
  const made = {
    key: createPublicKey({ key: Buffer.concat([SPKI_PREFIX, publicKey]), format: 'der', type: 'spki' }),
    authenticationKey: `0x${sha3(publicKey, Uint8Array.of(0)).toString('hex')}`,
    isSmallOrder: isSmallOrder(publicKey),
  }
  keys.set(id, made)
  return made
}

function isSmallOrder(point: Uint8Array): boolean {
  // Points of small order have one of four values in byte 30: this cheap test rejects nearly all others.
  const before = point[30]
  if (before !== 0x00 && before !== 0xff && before !== 0xfc && before !== 0x03) return false
  const y = Buffer.from(point)
  y[31] = (y[31] ?? 0) & 0x7f
  return SMALL_ORDER.has(y.toString('hex'))
}

/** Keys and signatures of a wrong shape are wrong, not exceptional. */
export function quietly(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}
