import type { aptos } from '@aptos-labs/aptos-protos'
import { parseAddress } from '@opal/domain/address'
import type { ChainEvent } from '@opal/domain/chain-transaction'
import { normaliseMoveType } from './move-type.ts'
import { parseMoveJson } from './parse-move-json.ts'

/** Events in their order; the position is the index that rows carry. @throws MalformedTransactionError */
export function parseEvents(events: readonly aptos.transaction.v1.Event[]): readonly ChainEvent[] {
  return events.map((event, index) => {
    const type = normaliseMoveType(event.typeStr ?? '')
    return {
      index,
      type,
      accountAddress: parseAddress(event.key?.accountAddress ?? '0x0'),
      creationNumber: event.key?.creationNumber ?? 0n,
      sequenceNumber: event.sequenceNumber ?? 0n,
      data: parseMoveJson(event.data, type),
    }
  })
}
