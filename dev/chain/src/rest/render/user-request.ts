import { aptos } from '@aptos-labs/aptos-protos'
import type { JsonObject } from '@opal/domain/json'
import type { Modules } from '../../ledger/encoding/encode-move-json.ts'
import type { PendingTransaction } from '../../ledger/ledger.ts'
import { renderPayload } from './payload.ts'
import { nonceOf, toHex, toU64 } from './scalars.ts'

type UserTransactionRequest = aptos.transaction.v1.UserTransactionRequest

/** Renders the signed fields, common to pending and committed transactions. */
export function renderUserRequest(
  request: UserTransactionRequest,
  signed: Uint8Array | null,
  layouts: Modules,
): JsonObject {
  return {
    sender: request.sender ?? '',
    sequence_number: toU64(request.sequenceNumber),
    max_gas_amount: toU64(request.maxGasAmount),
    gas_unit_price: toU64(request.gasUnitPrice),
    expiration_timestamp_secs: toU64(request.expirationTimestampSecs?.seconds),
    payload: renderPayload(request.payload ?? {}, layouts),
    ...(request.signature === undefined ? {} : { signature: renderSignature(request.signature) }),
    replay_protection_nonce: nonceOf(request.sequenceNumber, signed),
  }
}

/** Returns a transaction in the mempool: no version and no result yet. */
export function renderPendingTransaction(
  { hash, request, signedBytes }: PendingTransaction,
  layouts: Modules,
): JsonObject {
  return { hash, ...renderUserRequest(request, signedBytes, layouts), type: 'pending_transaction' }
}

type Signature = aptos.transaction.v1.Signature
const { Signature_Type: Kind } = aptos.transaction.v1

/**
 * Renders the signers, in the node's shapes. A single sender's keys lie directly next to `type: single_sender`: the
 * node's outer name replaces the inner one.
 */
function renderSignature(signature: Signature): JsonObject {
  switch (signature.type) {
    case Kind.TYPE_ED25519:
      return renderEd25519(signature.ed25519 ?? {})
    case Kind.TYPE_MULTI_ED25519:
      return renderMultiEd25519(signature.multiEd25519 ?? {})
    case Kind.TYPE_MULTI_AGENT:
      return { ...renderSigners(signature.multiAgent ?? {}), type: 'multi_agent_signature' }
    case Kind.TYPE_FEE_PAYER:
      return renderFeePayer(signature.feePayer ?? {})
    case Kind.TYPE_SINGLE_SENDER:
      return { ...renderAccountSignature(signature.singleSender?.sender ?? {}), type: 'single_sender' }
    default:
      throw new Error(`A transaction holds a signature of unknown kind ${signature.type}.`)
  }
}

function renderSigners(signers: aptos.transaction.v1.MultiAgentSignature) {
  return {
    sender: renderAccountSignature(signers.sender ?? {}),
    secondary_signer_addresses: signers.secondarySignerAddresses ?? [],
    secondary_signers: (signers.secondarySigners ?? []).map(renderAccountSignature),
  }
}

function renderFeePayer(signature: aptos.transaction.v1.FeePayerSignature): JsonObject {
  return {
    ...renderSigners(signature),
    fee_payer_address: signature.feePayerAddress ?? '',
    fee_payer_signer: renderAccountSignature(signature.feePayerSigner ?? {}),
    type: 'fee_payer_signature',
  }
}

const {
  AccountSignature_Type: AccountKind,
  AnyPublicKey_Type: KeyKind,
  AnySignature_Type: SignatureKind,
} = aptos.transaction.v1

/** Key kinds by number. Those above 2 are newer than the stream's package: it keeps their numbers. */
const PUBLIC_KEY_KINDS: Readonly<Record<number, string>> = {
  [KeyKind.TYPE_ED25519]: 'ed25519',
  [KeyKind.TYPE_SECP256K1_ECDSA]: 'secp256k1_ecdsa',
  3: 'secp256r1_ecdsa',
  4: 'keyless',
  5: 'federated_keyless',
}
const SIGNATURE_KINDS: Readonly<Record<number, string>> = {
  [SignatureKind.TYPE_ED25519]: 'ed25519',
  [SignatureKind.TYPE_SECP256K1_ECDSA]: 'secp256k1_ecdsa',
  3: 'web_authn',
  4: 'keyless',
}

/** Returns one account's part of a signature. An account that did not sign (simulation) is said to be unsigned. */
function renderAccountSignature(signature: aptos.transaction.v1.AccountSignature): JsonObject {
  switch (signature.type) {
    case AccountKind.TYPE_ED25519:
      return renderEd25519(signature.ed25519 ?? {})
    case AccountKind.TYPE_MULTI_ED25519:
      return renderMultiEd25519(signature.multiEd25519 ?? {})
    case AccountKind.TYPE_SINGLE_KEY:
      return renderSingleKey(signature.singleKeySignature ?? {})
    case AccountKind.TYPE_MULTI_KEY:
      return renderMultiKey(signature.multiKeySignature ?? {})
    default:
      return { type: 'no_account_signature' }
  }
}

/** Returns the oldest kind of signature: one ed25519 key and its signature. */
function renderEd25519(signature: aptos.transaction.v1.Ed25519Signature): JsonObject {
  return {
    public_key: toHex(signature.publicKey),
    signature: toHex(signature.signature),
    type: 'ed25519_signature',
  }
}

/** The bitmap is four bytes; bit i, counted from the left, says that key i signed. @source 0x1::multi_ed25519 */
function renderMultiEd25519(signature: aptos.transaction.v1.MultiEd25519Signature): JsonObject {
  const bitmap = new Uint8Array(4)
  for (const index of signature.publicKeyIndices ?? []) {
    bitmap[index >> 3] = (bitmap[index >> 3] ?? 0) | (0x80 >> (index & 7))
  }
  return {
    public_keys: (signature.publicKeys ?? []).map(toHex),
    signatures: (signature.signatures ?? []).map(toHex),
    threshold: signature.threshold ?? 0,
    bitmap: toHex(bitmap),
    type: 'multi_ed25519_signature',
  }
}

function renderSingleKey(signature: aptos.transaction.v1.SingleKeySignature): JsonObject {
  return {
    public_key: renderAnyKey(signature.publicKey ?? {}),
    signature: renderAnySignature(signature.signature ?? {}),
    type: 'single_key_signature',
  }
}

function renderMultiKey(signature: aptos.transaction.v1.MultiKeySignature): JsonObject {
  return {
    public_keys: (signature.publicKeys ?? []).map(renderAnyKey),
    signatures: (signature.signatures ?? []).map((part) => ({
      index: part.index ?? 0,
      signature: renderAnySignature(part.signature ?? {}),
    })),
    signatures_required: signature.signaturesRequired ?? 0,
    type: 'multi_key_signature',
  }
}

function renderAnyKey(key: aptos.transaction.v1.AnyPublicKey): JsonObject {
  return { value: toHex(key.publicKey), type: PUBLIC_KEY_KINDS[key.type ?? 0] ?? 'unknown' }
}

function renderAnySignature(signature: aptos.transaction.v1.AnySignature): JsonObject {
  return { value: toHex(signature.signature), type: SIGNATURE_KINDS[signature.type ?? 0] ?? 'unknown' }
}
