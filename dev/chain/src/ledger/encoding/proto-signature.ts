import { aptos } from '@aptos-labs/aptos-protos'
import {
  type AccountAuthenticator,
  type AnyPublicKey,
  type AnySignature,
  Ed25519PublicKey,
  type MultiEd25519PublicKey,
  type MultiEd25519Signature,
  MultiKey,
  Secp256k1PublicKey,
  type TransactionAuthenticator,
} from '@aptos-labs/ts-sdk'
import { toShortAddress } from '@opal/domain/address'
import { type ParsedTransaction, toAddress } from '../transactions/signed-transaction.ts'

type ProtoSignature = aptos.transaction.v1.Signature
type ProtoAccountSignature = aptos.transaction.v1.AccountSignature
const v1 = aptos.transaction.v1

/** Returns a transaction's signature as the stream shows it. */
export function protoSignature(transaction: ParsedTransaction): ProtoSignature {
  const { proof } = transaction
  if (proof === null) return authenticatorSignature(transaction.signed.authenticator)
  return { type: v1.Signature_Type.TYPE_ED25519, ed25519: proof }
}

function authenticatorSignature(authenticator: TransactionAuthenticator): ProtoSignature {
  if (authenticator.isEd25519()) {
    const ed25519 = keyAndSignature(authenticator)
    return { type: v1.Signature_Type.TYPE_ED25519, ed25519 }
  }
  if (authenticator.isMultiEd25519()) {
    const multiEd25519 = multiEd25519Signature(authenticator.public_key, authenticator.signature)
    return { type: v1.Signature_Type.TYPE_MULTI_ED25519, multiEd25519 }
  }
  if (authenticator.isMultiAgent() || authenticator.isFeePayer()) return severalSigners(authenticator)
  if (!authenticator.isSingleSender()) return { type: v1.Signature_Type.TYPE_UNSPECIFIED }
  const sender = accountSignature(authenticator.sender)
  return { type: v1.Signature_Type.TYPE_SINGLE_SENDER, singleSender: { sender } }
}

function severalSigners(authenticator: TransactionAuthenticator): ProtoSignature {
  if (!authenticator.isMultiAgent() && !authenticator.isFeePayer()) throw new TypeError('one signer only')
  const signers = {
    sender: accountSignature(authenticator.sender),
    secondarySignerAddresses: authenticator.secondary_signer_addresses.map((one) => toShortAddress(toAddress(one))),
    secondarySigners: authenticator.secondary_signers.map(accountSignature),
  }
  if (!authenticator.isFeePayer()) return { type: v1.Signature_Type.TYPE_MULTI_AGENT, multiAgent: signers }
  const feePayer = {
    ...signers,
    feePayerAddress: toShortAddress(toAddress(authenticator.fee_payer.address)),
    feePayerSigner: accountSignature(authenticator.fee_payer.authenticator),
  }
  return { type: v1.Signature_Type.TYPE_FEE_PAYER, feePayer }
}

function accountSignature(authenticator: AccountAuthenticator): ProtoAccountSignature {
  const kind = v1.AccountSignature_Type
  if (authenticator.isEd25519()) return { type: kind.TYPE_ED25519, ed25519: keyAndSignature(authenticator) }
  if (authenticator.isMultiEd25519()) {
    const multiEd25519 = multiEd25519Signature(authenticator.public_key, authenticator.signature)
    return { type: kind.TYPE_MULTI_ED25519, multiEd25519 }
  }
  if (authenticator.isSingleKey()) {
    const singleKeySignature = {
      publicKey: anyPublicKey(authenticator.public_key),
      signature: anySignature(authenticator.public_key, authenticator.signature),
    }
    return { type: kind.TYPE_SINGLE_KEY, singleKeySignature }
  }
  if (!authenticator.isMultiKey() || !(authenticator.public_keys instanceof MultiKey))
    return { type: kind.TYPE_UNSPECIFIED }
  const keys = authenticator.public_keys
  const indices = authenticator.signatures.bitMapToSignerIndices()
  const multiKeySignature = {
    publicKeys: keys.publicKeys.map(anyPublicKey),
    signaturesRequired: keys.signaturesRequired,
    signatures: authenticator.signatures.signatures.map((signature, position) => {
      const index = indices[position] ?? 0
      return { index, signature: anySignature(keys.publicKeys[index], signature) }
    }),
  }
  return { type: kind.TYPE_MULTI_KEY, multiKeySignature }
}

function keyAndSignature(parts: {
  public_key: { toUint8Array(): Uint8Array }
  signature: { toUint8Array(): Uint8Array }
}): aptos.transaction.v1.Ed25519Signature {
  return { publicKey: parts.public_key.toUint8Array(), signature: parts.signature.toUint8Array() }
}

function multiEd25519Signature(
  key: MultiEd25519PublicKey,
  signature: MultiEd25519Signature,
): aptos.transaction.v1.MultiEd25519Signature {
  return {
    publicKeys: key.publicKeys.map((one) => one.toUint8Array()),
    signatures: signature.signatures.map((one) => one.toUint8Array()),
    threshold: key.threshold,
    publicKeyIndices: setBits(signature.bitmap),
  }
}

function setBits(bitmap: Uint8Array): number[] {
  const indices: number[] = []
  for (let bit = 0; bit < bitmap.length * 8; bit += 1) {
    if (((bitmap[bit >> 3] as number) & (0x80 >> (bit & 7))) !== 0) indices.push(bit)
  }
  return indices
}

function anyPublicKey({ publicKey }: AnyPublicKey): aptos.transaction.v1.AnyPublicKey {
  const kind = v1.AnyPublicKey_Type
  const bytes = publicKey.toUint8Array()
  if (publicKey instanceof Ed25519PublicKey) return { type: kind.TYPE_ED25519, publicKey: bytes }
  if (publicKey instanceof Secp256k1PublicKey) return { type: kind.TYPE_SECP256K1_ECDSA, publicKey: bytes }
  return { type: kind.TYPE_UNSPECIFIED, publicKey: bytes }
}

function anySignature(key: AnyPublicKey | undefined, { signature }: AnySignature): aptos.transaction.v1.AnySignature {
  const kind = v1.AnySignature_Type
  const bytes = signature.toUint8Array()
  if (key?.publicKey instanceof Ed25519PublicKey) return { type: kind.TYPE_ED25519, signature: bytes }
  if (key?.publicKey instanceof Secp256k1PublicKey) return { type: kind.TYPE_SECP256K1_ECDSA, signature: bytes }
  return { type: kind.TYPE_UNSPECIFIED, signature: bytes }
}
