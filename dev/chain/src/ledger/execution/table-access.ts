import { type Address, parseAddress } from '@opal/domain/address'
import type { Json } from '@opal/domain/json'
import { sha3 } from '../crypto/sha3.ts'
import { encodeMoveJson, type Modules } from '../encoding/encode-move-json.ts'
import { moveJsonText } from '../encoding/move-json-text.ts'
import { parseMoveType } from '../encoding/move-type.ts'
import type { Overlay } from '../state/overlay.ts'

/** Dependencies of {@link TableAccess}. */
export interface TableEnvironment {
  readonly overlay: Overlay
  readonly modules: Modules
  /** Seeds the handles of fresh tables. Asked only when there is one. */
  readonly tableSeed: () => Uint8Array
}

/** Move tables as one transaction sees them: keys and values as Move JSON. */
export class TableAccess {
  readonly #environment: TableEnvironment
  #created = 0

  constructor(environment: TableEnvironment) {
    this.#environment = environment
  }

  /** @source aptos-table-natives native_new_table_handle */
  create(): Address {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(this.#created)
    this.#created += 1
    return parseAddress(sha3(this.#environment.tableSeed(), count).toString('hex'))
  }

  get(handle: Address, key: Json): Json | null {
    const item = this.#environment.overlay.tableItem(handle, moveJsonText(key))
    return item === null ? null : (JSON.parse(item.value) as Json)
  }

  put(handle: Address, types: readonly [key: string, value: string], key: Json, value: Json): void {
    const [keyType, valueType] = types
    this.#environment.overlay.putTableItem(handle, {
      ...this.#keyOf(keyType, key),
      valueType,
      value: moveJsonText(value),
    })
  }

  remove(handle: Address, keyType: string, key: Json): void {
    const named = this.#keyOf(keyType, key)
    if (this.#environment.overlay.tableItem(handle, named.key) === null)
      throw new Error(`no item ${named.key} to remove`)
    this.#environment.overlay.removeTableItem(handle, named)
  }

  #keyOf(keyType: string, key: Json) {
    const keyBytes = encodeMoveJson(parseMoveType(keyType), key, this.#environment.modules)
    return { keyType, key: moveJsonText(key), keyBytes }
  }
}
