import { aptos } from '@aptos-labs/aptos-protos'
import type { JsonObject } from '@opal/domain/json'
import { renderAccountSignature, renderEd25519, renderMultiEd25519 } from './account-signature.ts'

type Signature = aptos.transaction.v1.Signature
const { Signature_Type: Kind } = aptos.transaction.v1

/**
 * Who signed, in the node's shapes. A single sender's keys stand directly beside `type: single_sender`:
 * the node's outer name replaces the inner one.
 */
export function renderSignature(signature: Signature): JsonObject {
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
