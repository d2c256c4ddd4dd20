import type { aptos } from '@aptos-labs/aptos-protos'
import type { TransactionRequest } from '@opal/domain/chain-transaction'
import type { SignatureType } from '@opal/domain/state-changes'
import { multiSignatureOf } from './multi-signature.ts'

type Request = aptos.transaction.v1.UserTransactionRequest
type Signature = aptos.transaction.v1.Signature
type AccountSignature = aptos.transaction.v1.AccountSignature

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

/** Who signs for the sender; the outer signature itself where it has no parts. */
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
