import type { aptos } from '@aptos-labs/aptos-protos'
import { parseAddress, toAddressOrNull } from '@opal/domain/address'
import type { ChainEvent } from '@opal/domain/chain-transaction'
import { normaliseMoveType } from './move-type.ts'
import { parseMoveJson } from './parse-move-json.ts'

/** What a module event carries for an account, and what stands for an account that is no address. */
const NO_ACCOUNT = parseAddress('0x0')

/** Events in their order; the position is the index that rows carry. */
export function parseEvents(events: readonly aptos.transaction.v1.Event[]): readonly ChainEvent[] {
  return events.map((event, index) => {
    const type = normaliseMoveType(event.typeStr ?? '')
    return {
      index,
      type,
      accountAddress: toAddressOrNull(event.key?.accountAddress ?? '') ?? NO_ACCOUNT,
      creationNumber: event.key?.creationNumber ?? 0n,
      sequenceNumber: event.sequenceNumber ?? 0n,
      data: parseMoveJson(event.data),
    }
  })
}
