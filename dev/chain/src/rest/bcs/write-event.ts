import type { aptos } from '@aptos-labs/aptos-protos'
import type { Serializer } from '@aptos-labs/ts-sdk'
import { parseAddress, ZERO_ADDRESS } from '@opal/domain/address'
import { bytes32 } from '../../ledger/crypto/sha3.ts'
import type { Modules } from '../../ledger/encoding/encode-move-json.ts'
import { parseMoveJson } from '../render/scalars.ts'
import { encodeValue } from './encode-value.ts'
import { typeTagBytes } from './write-parts.ts'

const Variant = { onHandle: 0, ofModule: 1 } as const

/** Writes a ContractEvent: version 1 for an event on a handle, version 2 for one of a module. @source aptos-types contract_event */
export function writeEvent(writer: Serializer, event: aptos.transaction.v1.Event, layouts: Modules): void {
  const account = parseAddress(event.key?.accountAddress ?? '0x0')
  const type = event.typeStr ?? ''
  const isOnHandle = account !== ZERO_ADDRESS
  writer.serializeU32AsUleb128(isOnHandle ? Variant.onHandle : Variant.ofModule)
  if (isOnHandle) {
    writer.serializeU64(event.key?.creationNumber ?? 0n)
    writer.serializeFixedBytes(bytes32(account))
    writer.serializeU64(event.sequenceNumber ?? 0n)
  }
  writer.serializeFixedBytes(typeTagBytes(type))
  writer.serializeBytes(encodeValue(type, parseMoveJson(event.data), layouts))
}
