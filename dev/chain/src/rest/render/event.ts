import type { aptos } from '@aptos-labs/aptos-protos'
import type { JsonObject } from '@opal/domain/json'
import { parseMoveJson, toU64 } from './scalars.ts'

type Event = aptos.transaction.v1.Event

/** Returns an event of a transaction. Module events keep the node's guid 0 at 0x0. */
export function renderEvent(event: Event): JsonObject {
  return {
    guid: {
      creation_number: toU64(event.key?.creationNumber),
      account_address: event.key?.accountAddress ?? '0x0',
    },
    sequence_number: toU64(event.sequenceNumber),
    type: event.typeStr ?? '',
    data: parseMoveJson(event.data),
  }
}

/** Returns the same with the version it happened at, as the event endpoints answer. */
export function renderVersionedEvent(version: bigint, event: Event): JsonObject {
  return { version: version.toString(), ...renderEvent(event) }
}
