import type { Address } from '@opal/domain/address'
import { type ParsedTransaction, toAddress } from './signed-transaction.ts'

/** Who signed beside the sender, in the transaction's order; whoever only pays the gas is not among them. */
export function secondarySigners(transaction: ParsedTransaction): readonly Address[] {
  if (transaction.proof !== null) return []
  const { authenticator } = transaction.signed
  if (!authenticator.isMultiAgent() && !authenticator.isFeePayer()) return []
  return authenticator.secondary_signer_addresses.map(toAddress)
}
