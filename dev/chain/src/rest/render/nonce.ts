import { Deserializer, RawTransaction, TransactionInnerPayloadV1 } from '@aptos-labs/ts-sdk'

/** What stands for a sequence number where there is none. @source aptos-types, orderless transactions */
const NO_SEQUENCE_NUMBER = (1n << 64n) - 1n

/**
 * The nonce of a transaction without a sequence number, as the node prints it. Only what was signed tells it: the
 * stream's package does not know the field.
 */
export function nonceOf(sequenceNumber: bigint | undefined, signed: Uint8Array | null): string | null {
  if (sequenceNumber !== NO_SEQUENCE_NUMBER || signed === null) return null
  const { payload } = RawTransaction.deserialize(new Deserializer(signed))
  if (!(payload instanceof TransactionInnerPayloadV1)) return null
  const { extra_config: config } = payload
  const nonce = 'replayProtectionNonce' in config ? config.replayProtectionNonce : undefined
  return typeof nonce === 'bigint' ? nonce.toString() : null
}
