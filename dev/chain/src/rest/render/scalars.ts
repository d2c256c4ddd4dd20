import type { aptos } from '@aptos-labs/aptos-protos'
import { Deserializer, RawTransaction, TransactionInnerPayloadV1 } from '@aptos-labs/ts-sdk'
import type { Json } from '@opal/domain/json'
import { MICROS_PER_SECOND } from '@opal/domain/time'
import { hexOf } from '../../ledger/encoding/hex.ts'

type Timestamp = aptos.util.timestamp.Timestamp

/** Returns bytes as the node prints them. The stream leaves empty ones out. */
export function toHex(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? '0x' : hexOf(bytes)
}

/** Returns a u64 as the node prints it. The stream leaves zero out. */
export function toU64(value: bigint | undefined): string {
  return (value ?? 0n).toString()
}

/** Returns microseconds since the epoch, as a decimal string. */
export function toMicros(timestamp: Timestamp | undefined): string {
  return (
    (timestamp?.seconds ?? 0n) * MICROS_PER_SECOND +
    BigInt(Math.trunc((timestamp?.nanos ?? 0) / 1000))
  ).toString()
}

/** Placeholder for an absent sequence number. @source aptos-types, orderless transactions */
const NO_SEQUENCE_NUMBER = (1n << 64n) - 1n

/**
 * Returns the nonce of a transaction without a sequence number, as the node prints it. Only what was signed tells
 * it: the stream's package does not know the field.
 */
export function nonceOf(sequenceNumber: bigint | undefined, signed: Uint8Array | null): string | null {
  if (sequenceNumber !== NO_SEQUENCE_NUMBER || signed === null) return null
  const { payload } = RawTransaction.deserialize(new Deserializer(signed))
  if (!(payload instanceof TransactionInnerPayloadV1)) return null
  const { extra_config: config } = payload
  const nonce = 'replayProtectionNonce' in config ? config.replayProtectionNonce : undefined
  return typeof nonce === 'bigint' ? nonce.toString() : null
}

/** The stream carries Move values as JSON text (u64 and wider as strings inside). Absent text is null. */
export function parseMoveJson(text: string | undefined): Json {
  return text === undefined || text === '' ? null : (JSON.parse(text) as Json)
}
