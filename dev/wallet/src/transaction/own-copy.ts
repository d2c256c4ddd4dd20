import {
  AccountAddress,
  type AnyRawTransaction,
  Deserializer,
  MultiAgentTransaction,
  RawTransaction,
  SimpleTransaction,
} from '@aptos-labs/ts-sdk'

/**
 * Rebuilds a page's transaction from its bytes. The page's objects come from its own copy of the SDK, whose classes
 * are not ours, and could change after they were shown: what is shown and signed is this copy.
 */
export function ownCopy(transaction: AnyRawTransaction): AnyRawTransaction {
  const raw = RawTransaction.deserialize(new Deserializer(transaction.rawTransaction.bcsToBytes()))
  const payer = transaction.feePayerAddress
  const feePayer = payer === undefined ? undefined : AccountAddress.from(payer.toString(), { maxMissingChars: 63 })
  const secondary = transaction.secondarySignerAddresses
  if (secondary === undefined) return new SimpleTransaction(raw, feePayer)
  const signers = secondary.map((signer) => AccountAddress.from(signer.toString(), { maxMissingChars: 63 }))
  return new MultiAgentTransaction(raw, signers, feePayer)
}
