import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import {
  AccountAddress,
  type AccountAuthenticator,
  AnyPublicKey,
  Ed25519PublicKey,
  generateSigningMessageForTransaction,
  MultiAgentTransaction,
  type MultiKey,
  Secp256k1PublicKey,
  Secp256k1Signature,
} from '@aptos-labs/ts-sdk'
import { sha3 } from './sha3.ts'
import type { ParsedTransaction, Signer } from './signed-transaction.ts'

const RAW_TRANSACTION_SALT = sha3('APTOS::RawTransaction')
/** ASN.1 of an ed25519 SubjectPublicKeyInfo up to the 32 key bytes. @source RFC 8410 */
const ED25519_SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')
const CACHE_LIMIT = 20_000

interface Ed25519Key {
  readonly key: KeyObject
  /** `0x` + 64 hex digits. */
  readonly authenticationKey: string
}
const ed25519Keys = new Map<string, Ed25519Key>()

/** What a signature check found. `absent` is the SDK's authenticator for simulations without a key. */
export type SignatureVerdict = 'valid' | 'invalid' | 'absent'

/** Checks every signature of a transaction over the message its kind signs. */
export function verifySignatures(transaction: ParsedTransaction): SignatureVerdict {
  const messages = signingMessages(transaction)
  let verdict: SignatureVerdict = 'valid'
  for (const { authenticator } of transaction.signers) {
    const one = verifyOne(authenticator, messages)
    if (one !== 'valid') verdict = verdict === 'invalid' ? verdict : one
  }
  return verdict
}

/** A simple transaction has one message; with a fee payer, signers may have left its address open. */
function signingMessages(transaction: ParsedTransaction): Uint8Array[] {
  const authenticator = transaction.signed.authenticator
  if (!authenticator.isMultiAgent() && !authenticator.isFeePayer()) {
    return [Buffer.concat([RAW_TRANSACTION_SALT, transaction.rawBytes])]
  }
  const { raw_txn } = transaction.signed
  const secondary = authenticator.secondary_signer_addresses
  if (!authenticator.isFeePayer()) {
    return [generateSigningMessageForTransaction(new MultiAgentTransaction(raw_txn, secondary))]
  }
  const payers = [authenticator.fee_payer.address, AccountAddress.ZERO]
  return payers.map((payer) =>
    generateSigningMessageForTransaction(new MultiAgentTransaction(raw_txn, secondary, payer)),
  )
}

function verifyOne(authenticator: AccountAuthenticator, messages: readonly Uint8Array[]): SignatureVerdict {
  if (authenticator.isEd25519()) {
    const { public_key, signature } = authenticator
    return anyMessage(messages, (message) =>
      verifyEd25519(public_key.toUint8Array(), message, signature.toUint8Array()),
    )
  }
  if (authenticator.isSingleKey()) {
    const { publicKey: key } = authenticator.public_key
    const { signature } = authenticator.signature
    if (key instanceof Ed25519PublicKey) {
      return anyMessage(messages, (message) => verifyEd25519(key.toUint8Array(), message, signature.toUint8Array()))
    }
    if (!(key instanceof Secp256k1PublicKey) || !(signature instanceof Secp256k1Signature)) return 'invalid'
    return anyMessage(messages, (message) => key.verifySignature({ message, signature }))
  }
  if (authenticator.isMultiEd25519()) {
    const { public_key: key, signature } = authenticator
    return anyMessage(messages, (message) => key.verifySignature({ message, signature }))
  }
  if (authenticator.isMultiKey()) {
    const { public_keys: key, signatures: signature } = authenticator
    if (!isVerifiable(key)) return 'invalid'
    return anyMessage(messages, (message) => key.verifySignature({ message, signature }))
  }
  return 'absent'
}

/** Keyless and passkey signatures need more than the chain we imitate holds: never taken. */
function isVerifiable(key: MultiKey): boolean {
  return key.publicKeys.every(
    (one) =>
      one instanceof AnyPublicKey &&
      (one.publicKey instanceof Ed25519PublicKey || one.publicKey instanceof Secp256k1PublicKey),
  )
}

function anyMessage(messages: readonly Uint8Array[], check: (message: Uint8Array) => boolean): SignatureVerdict {
  return messages.some((message) => quietly(() => check(message))) ? 'valid' : 'invalid'
}

/** Keys and signatures of a wrong shape are wrong, not exceptional. */
function quietly(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}

function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  return verify(null, message, ed25519Key(publicKey).key, signature)
}

function ed25519Key(publicKey: Uint8Array): Ed25519Key {
  const id = Buffer.from(publicKey).toString('hex')
  const known = ed25519Keys.get(id)
  if (known !== undefined) return known
  if (ed25519Keys.size >= CACHE_LIMIT) ed25519Keys.clear()
  const key = createPublicKey({ key: Buffer.concat([ED25519_SPKI_PREFIX, publicKey]), format: 'der', type: 'spki' })
  const made = { key, authenticationKey: `0x${sha3(publicKey, Uint8Array.of(0)).toString('hex')}` }
  ed25519Keys.set(id, made)
  return made
}

/** Authentication key that a signer's public key stands for; null for an absent one. */
export function claimedAuthenticationKey({ authenticator }: Signer): string | null {
  if (authenticator.isEd25519()) return ed25519Key(authenticator.public_key.toUint8Array()).authenticationKey
  if (authenticator.isSingleKey()) return authenticator.public_key.authKey().toString()
  if (authenticator.isMultiEd25519()) return authenticator.public_key.authKey().toString()
  if (authenticator.isMultiKey()) return authenticator.public_keys.authKey().toString()
  return null
}
