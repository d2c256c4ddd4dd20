import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { promisify } from 'node:util'
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
import type { Address } from '@opal/domain/address'
import type { Ed25519Proof } from './plain-transaction.ts'
import { sha3 } from './sha3.ts'
import type { ParsedTransaction, Signer } from './signed-transaction.ts'

const RAW_TRANSACTION_SALT = sha3('APTOS::RawTransaction')
/** ASN.1 of an ed25519 SubjectPublicKeyInfo up to the 32 key bytes. @source RFC 8410 */
const ED25519_SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')
const CACHE_LIMIT = 20_000
const verifyAside = promisify(verify)

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
  const { proof } = transaction
  if (proof !== null) return verifyProof(proof, signingMessage(transaction)) ? 'valid' : 'invalid'
  const messages = signingMessages(transaction)
  let verdict: SignatureVerdict = 'valid'
  for (const { authenticator } of transaction.signers) {
    const one = verifyOne(authenticator, messages)
    if (one !== 'valid') verdict = verdict === 'invalid' ? verdict : one
  }
  return verdict
}

/**
 * As {@link verifySignatures}, with the usual kind of signature checked in the threads that Node keeps for such work:
 * many at once use every core, and the program's own thread goes on.
 */
export async function verifySignaturesAside(transaction: ParsedTransaction): Promise<SignatureVerdict> {
  const { proof } = transaction
  if (proof === null) return verifySignatures(transaction)
  try {
    const { key } = ed25519Key(proof.publicKey)
    return (await verifyAside(null, signingMessage(transaction), key, proof.signature)) ? 'valid' : 'invalid'
  } catch {
    return 'invalid'
  }
}

/** What the sender of a simple transaction signs. */
function signingMessage({ rawBytes }: ParsedTransaction): Uint8Array {
  return Buffer.concat([RAW_TRANSACTION_SALT, rawBytes])
}

function verifyProof({ publicKey, signature }: Ed25519Proof, message: Uint8Array): boolean {
  return quietly(() => verifyEd25519(publicKey, message, signature))
}

/** A simple transaction has one message; with a fee payer, signers may have left its address open. */
function signingMessages(transaction: ParsedTransaction): Uint8Array[] {
  const authenticator = transaction.signed.authenticator
  if (!authenticator.isMultiAgent() && !authenticator.isFeePayer()) {
    return [signingMessage(transaction)]
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
  const id = Buffer.from(publicKey.buffer, publicKey.byteOffset, publicKey.byteLength).toString('latin1')
  const known = ed25519Keys.get(id)
  if (known !== undefined) return known
  if (ed25519Keys.size >= CACHE_LIMIT) ed25519Keys.clear()
  const key = createPublicKey({ key: Buffer.concat([ED25519_SPKI_PREFIX, publicKey]), format: 'der', type: 'spki' })
  const made = { key, authenticationKey: `0x${sha3(publicKey, Uint8Array.of(0)).toString('hex')}` }
  ed25519Keys.set(id, made)
  return made
}

/** What each signer of a transaction claims to be allowed to sign with. */
export interface SignerClaim {
  readonly address: Address
  /** Authentication key that the public key stands for; null for an absent one. */
  readonly authenticationKey: string | null
}

export function signerClaims(transaction: ParsedTransaction): readonly SignerClaim[] {
  const { proof, sender } = transaction
  if (proof !== null) return [{ address: sender, authenticationKey: ed25519Key(proof.publicKey).authenticationKey }]
  return transaction.signers.map((signer) => ({
    address: signer.address,
    authenticationKey: claimedAuthenticationKey(signer),
  }))
}

function claimedAuthenticationKey({ authenticator }: Signer): string | null {
  if (authenticator.isEd25519()) return ed25519Key(authenticator.public_key.toUint8Array()).authenticationKey
  if (authenticator.isSingleKey()) return authenticator.public_key.authKey().toString()
  if (authenticator.isMultiEd25519()) return authenticator.public_key.authKey().toString()
  if (authenticator.isMultiKey()) return authenticator.public_keys.authKey().toString()
  return null
}
