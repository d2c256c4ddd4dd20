import { type Address, parseAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'

/** An event as execution leaves it; {@link emittedEventProto} turns it into the wire's form. */
export interface EmittedEvent {
  readonly type: string
  readonly data: JsonObject
  /** Zero address for module events. */
  readonly account: Address
  readonly creationNumber: bigint
  readonly sequenceNumber: bigint
}

const NOBODY = parseAddress('0x0')

/** A `#[event]` module event: belongs to no handle. */
export function moduleEvent(type: string, data: JsonObject): EmittedEvent {
  return { type, data, account: NOBODY, creationNumber: 0n, sequenceNumber: 0n }
}

/** Does the event belong to no handle? */
export function isModuleEvent(event: EmittedEvent): boolean {
  return event.account === NOBODY
}
