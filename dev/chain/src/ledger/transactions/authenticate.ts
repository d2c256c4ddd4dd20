import {
  AccountAddress,
  type AccountAuthenticator,
  AccountAuthenticatorNoAccountAuthenticator,
  type AnyPublicKey,
  type AnySignature,
  Ed25519PublicKey,
  Ed25519Signature,
  generateSigningMessageForTransaction,
  MultiAgentTransaction,
  type MultiEd25519PublicKey,
  type MultiEd25519Signature,
  MultiKey,
  type MultiKeySignature,
  Secp256k1PublicKey,
  Secp256k1Signature,
} from '@aptos-labs/ts-sdk'
import type { Address } from '@opal/domain/address'
import { ed25519Key, quietly, verifyEd25519, verifyEd25519Async } from '../crypto/ed25519.ts'
import { sha3 } from '../crypto/sha3.ts'
import { SubmitRejection } from '../errors.ts'
import { type ParsedTransaction, rejection, type Signer } from './signed-transaction.ts'

const RAW_TRANSACTION_SALT = sha3('APTOS::RawTransaction')

/** The result of a signature check. `absent` is the SDK's authenticator for simulations without a key. */
export type SignatureVerdict = 'valid' | 'invalid' | 'absent'

/**
 * Checks every signature of a transaction over the message its kind signs.
 * @throws SubmitRejection FEATURE_UNDER_GATING for keyless, passkey and abstracted signatures: checking them needs
 *   more than the chain we imitate holds.
 */
export function verifySignatures(transaction: ParsedTransaction): SignatureVerdict {
  const { proof } = transaction
  if (proof !== null) {
    const isValid = verifyEd25519(proof.publicKey, signingMessage(transaction), proof.signature)
    return isValid ? 'valid' : 'invalid'
  }
  const messages = signingMessages(transaction)
  let verdict: SignatureVerdict = 'valid'
  for (const { authenticator } of transaction.signers) {
    const one = verifyOne(authenticator, messages)
    if (one !== 'valid') verdict = verdict === 'invalid' ? verdict : one
  }
  return verdict
}

/**
 * Returns whether someone could submit this transaction. Signatures of kinds that this chain does not take count as none, so that
 * accounts that have such a key among others can simulate.
 */
export function isValidlySigned(transaction: ParsedTransaction): boolean {
  try {
    return verifySignatures(transaction) === 'valid'
  } catch (error) {
    if (error instanceof SubmitRejection) return false
    throw error
  }
}

/**
 * Verifies as {@link verifySignatures} does, with the usual kind of signature checked in the threads that Node keeps for such work:
 * many at once use every core, and the main thread is not blocked.
 */
export async function verifySignaturesAsync(transaction: ParsedTransaction): Promise<SignatureVerdict> {
  const { proof } = transaction
  if (proof === null) return verifySignatures(transaction)
  const isValid = await verifyEd25519Async(proof.publicKey, signingMessage(transaction), proof.signature)
  return isValid ? 'valid' : 'invalid'
}

/** Returns the message that the sender of a simple transaction signs. */
function signingMessage({ rawBytes }: ParsedTransaction): Uint8Array {
  return Buffer.concat([RAW_TRANSACTION_SALT, rawBytes])
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
  if (authenticator instanceof AccountAuthenticatorNoAccountAuthenticator) return 'absent'
  const check = checkOf(authenticator)
  return messages.some(check) ? 'valid' : 'invalid'
}

type Check = (message: Uint8Array) => boolean

function checkOf(authenticator: AccountAuthenticator): Check {
  if (authenticator.isEd25519()) {
    const { public_key, signature } = authenticator
    return (message) => verifyEd25519(public_key.toUint8Array(), message, signature.toUint8Array())
  }
  if (authenticator.isSingleKey()) return anyKeyCheck(authenticator.public_key, authenticator.signature)
  if (authenticator.isMultiEd25519()) return multiEd25519Check(authenticator.public_key, authenticator.signature)
  if (authenticator.isMultiKey() && authenticator.public_keys instanceof MultiKey) {
    return multiKeyCheck(authenticator.public_keys, authenticator.signatures)
  }
  throw rejection('FEATURE_UNDER_GATING')
}

function anyKeyCheck({ publicKey: key }: AnyPublicKey, { signature }: AnySignature): Check {
  if (key instanceof Ed25519PublicKey) {
    return (message) =>
      signature instanceof Ed25519Signature && verifyEd25519(key.toUint8Array(), message, signature.toUint8Array())
  }
  if (!(key instanceof Secp256k1PublicKey)) throw rejection('FEATURE_UNDER_GATING')
  return (message) =>
    signature instanceof Secp256k1Signature && quietly(() => key.verifySignature({ message, signature }))
}

/** At least as many as the threshold have signed, and every one of them rightly. @source aptos-crypto multi_ed25519 */
function multiEd25519Check(key: MultiEd25519PublicKey, { bitmap, signatures }: MultiEd25519Signature): Check {
  const indices = setBits(bitmap)
  if (indices.length !== signatures.length || indices.length < key.threshold) return () => false
  return (message) =>
    indices.every((index, place) => {
      const [publicKey, signature] = [key.publicKeys[index], signatures[place]]
      if (publicKey === undefined || signature === undefined) return false
      return verifyEd25519(publicKey.toUint8Array(), message, signature.toUint8Array())
    })
}

/** As above, of any schemes; only those who signed must be of one that can be checked. @source aptos-types MultiKeyAuthenticator */
function multiKeyCheck(key: MultiKey, multi: MultiKeySignature): Check {
  const indices = multi.bitMapToSignerIndices()
  const { signatures } = multi
  if (indices.length !== signatures.length || indices.length < key.signaturesRequired) return () => false
  const checks = indices.map((index, place) => {
    const [publicKey, signature] = [key.publicKeys[index], signatures[place]]
    return publicKey === undefined || signature === undefined ? () => false : anyKeyCheck(publicKey, signature)
  })
  return (message) => checks.every((check) => check(message))
}

function setBits(bitmap: Uint8Array): number[] {
  return Array.from({ length: bitmap.length * 8 }, (_, bit) => bit).filter(
    (bit) => ((bitmap[bit >> 3] as number) & (0x80 >> (bit & 7))) !== 0,
  )
}

/** The key with which a signer of a transaction claims to be authenticated. */
export interface SignerClaim {
  readonly address: Address
  /** Authentication key of the public key; null for an absent one. */
  readonly authenticationKey: string | null
}

/** Returns the signers that the transaction names for its signatures. */
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
