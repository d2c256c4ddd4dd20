import { type Address, toShortAddress } from '@opal/domain/address'
import type { MoveResource } from './move-module.ts'

/** First creation number of an object's event handles. @source 0x1::object::INIT_GUID_CREATION_NUM */
const FIRST_OBJECT_GUID = 1_125_899_906_842_624n

/** Returns the core of a new object. @source 0x1::object::ObjectCore */
export function objectCore(object: Address, owner: Address): MoveResource {
  return {
    allow_ungated_transfer: true,
    guid_creation_num: String(FIRST_OBJECT_GUID + 1n),
    owner: toShortAddress(owner),
    transfer_events: {
      counter: '0',
      guid: { id: { addr: toShortAddress(object), creation_num: String(FIRST_OBJECT_GUID) } },
    },
  }
}
