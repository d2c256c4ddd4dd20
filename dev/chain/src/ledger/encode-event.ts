import { aptos } from '@aptos-labs/aptos-protos'
import { toShortAddress } from '@opal/domain/address'
import type { EmittedEvent } from './emitted-event.ts'
import { moveJsonText } from './move-json-text.ts'
import { protoType } from './proto-types.ts'
import { ProtoWriter } from './proto-writer.ts'

/** Protobuf of an `aptos.transaction.v1.Event`. */
export type EncodedEvent = Uint8Array

const CACHE_LIMIT = 20_000
const writer = new ProtoWriter()
const typeFields = new Map<string, Uint8Array>()

/** An event as the stream carries it. */
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
function typeFieldsOf(type: string): Uint8Array {
  const made = typeFields.get(type)
  if (made !== undefined) return made
  if (typeFields.size >= CACHE_LIMIT) typeFields.clear()
  const own = new ProtoWriter()
  own.bytes(3, aptos.transaction.v1.MoveType.encode(protoType(type)).finish())
  own.text(5, type)
  const fields = own.take()
  typeFields.set(type, fields)
  return fields
}
