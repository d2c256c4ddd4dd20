import { ZERO_ADDRESS } from '@opal/domain/address'
import type { ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import type { JsonObject } from '@opal/domain/json'

/** Returns a transaction that holds one event and nothing else. */
export function transactionOf(
  type: string,
  data: JsonObject,
): ChainTransaction & { readonly events: readonly [ChainEvent] } {
  return {
    version: 1n,
    hash: '0x',
    blockHeight: 1n,
    epoch: 1n,
    timestampMicros: 0n,
    success: true,
    sender: null,
    entryFunction: null,
    gasUsed: 0n,
    gasUnitPrice: 0n,
    events: [{ index: 0, type, accountAddress: ZERO_ADDRESS, creationNumber: 0n, sequenceNumber: 0n, data }],
    changes: [],
  }
}
