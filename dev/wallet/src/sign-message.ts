import type { AptosSignMessageInput, AptosSignMessageOutput } from '@aptos-labs/wallet-standard'
import type { HeldAccount } from './account-book.ts'

/** Origin of a request, for the fields that a page may bind into the message. */
export interface MessageOrigin {
  readonly origin: string
  readonly chainId: number
}

type MessageFields = Omit<AptosSignMessageOutput, 'signature'>

/**
 * Returns the text that is signed, fields in the standard's order, each only when asked for.
 * @source AIP-62, aptos:signMessage
 */
export function messageToSign(input: AptosSignMessageInput, address: string, origin: MessageOrigin): MessageFields {
  const lines = ['APTOS']
  if (input.address) lines.push(`address: ${address}`)
  if (input.application) lines.push(`application: ${origin.origin}`)
  if (input.chainId) lines.push(`chainId: ${origin.chainId}`)
  lines.push(`message: ${input.message}`, `nonce: ${input.nonce}`)
  return {
    ...(input.address ? { address } : {}),
    ...(input.application ? { application: origin.origin } : {}),
    ...(input.chainId ? { chainId: origin.chainId } : {}),
    message: input.message,
    nonce: input.nonce,
    prefix: 'APTOS',
    fullMessage: lines.join('\n'),
  }
}

/** Signs a message's fields with the account's key. */
export function signMessageFields(fields: MessageFields, account: HeldAccount): AptosSignMessageOutput {
  return { ...fields, signature: account.key.sign(new TextEncoder().encode(fields.fullMessage)) }
}
