import { aptos } from '@aptos-labs/aptos-protos'
import { type Address, toShortAddress, ZERO_ADDRESS } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import { cached } from '../cached.ts'
import { moveJsonText } from '../encoding/move-json-text.ts'
import { protoType } from '../encoding/proto-types.ts'
import { ProtoWriter } from '../encoding/proto-writer.ts'

/** An event as execution leaves it; {@link encodeEvent} turns it into the wire's form. */
export interface EmittedEvent {
  readonly type: string
  readonly data: JsonObject
  /** Zero address for module events. */
  readonly account: Address
  readonly creationNumber: bigint
  readonly sequenceNumber: bigint
}

/** Returns a `#[event]` module event: belongs to no handle. */
export function moduleEvent(type: string, data: JsonObject): EmittedEvent {
  return { type, data, account: ZERO_ADDRESS, creationNumber: 0n, sequenceNumber: 0n }
}

/** Returns whether an event belongs to no handle. */
export function isModuleEvent(event: EmittedEvent): boolean {
  return event.account === ZERO_ADDRESS
}

/** Protobuf of an `aptos.transaction.v1.Event`. */
export type EncodedEvent = Uint8Array

const writer = new ProtoWriter()

/** Returns an event as the stream carries it. */
export function encodeEvent(event: EmittedEvent): EncodedEvent {
  writer.message(1, 70, () => {
    writer.bigint(1, event.creationNumber)
    writer.text(2, toShortAddress(event.account))
  })
  writer.bigint(2, event.sequenceNumber)
  writer.raw(typeFieldsOf(event.type))
  writer.text(4, moveJsonText(event.data))
  return writer.take()
}

/** `type` and `type_str`, the same in every event of a type. */
const typeFieldsOf = cached((type: string): Uint8Array => {
  const own = new ProtoWriter()
  own.bytes(3, aptos.transaction.v1.MoveType.encode(protoType(type)).finish())
  own.text(5, type)
  return own.take()
})
