import type { Address } from '@opal/domain/address'
import type { MoveResource } from '@opal/marketplaces/move-module'
import type { State, StateReader, TableItem } from './state.ts'

/** Writes on top of a state that are kept (`mergeInto`) or forgotten (dropped). One per transaction, one per block. */
export class Overlay implements StateReader {
  readonly #parent: StateReader
  readonly #writes = new Map<Address, Map<string, MoveResource | null>>()
  readonly #items = new Map<string, Map<string, TableItem>>()

  constructor(parent: StateReader) {
    this.#parent = parent
  }

  get parent(): StateReader {
    return this.#parent
  }

  get(address: Address, type: string): MoveResource | null {
    const written = this.#writes.get(address)?.get(type)
    return written === undefined ? this.#parent.get(address, type) : written
  }

  typesAt(address: Address): ReadonlySet<string> {
    const written = this.#writes.get(address)
    if (written === undefined) return this.#parent.typesAt(address)
    const types = new Set(this.#parent.typesAt(address))
    for (const [type, value] of written) {
      if (value === null) types.delete(type)
      else types.add(type)
    }
    return types
  }

  tableItem(handle: string, key: string): TableItem | null {
    return this.#items.get(handle)?.get(key) ?? this.#parent.tableItem(handle, key)
  }

  put(address: Address, type: string, value: MoveResource | null): void {
    let at = this.#writes.get(address)
    if (at === undefined) {
      at = new Map()
      this.#writes.set(address, at)
    }
    at.set(type, value)
  }

  putTableItem(handle: string, item: TableItem): void {
    let table = this.#items.get(handle)
    if (table === undefined) {
      table = new Map()
      this.#items.set(handle, table)
    }
    table.set(item.key, item)
  }

  /** What was written here, by address. Null marks a removal. */
  get writes(): ReadonlyMap<Address, ReadonlyMap<string, MoveResource | null>> {
    return this.#writes
  }

  get items(): ReadonlyMap<string, ReadonlyMap<string, TableItem>> {
    return this.#items
  }

  mergeInto(target: Overlay | State): void {
    for (const [address, at] of this.#writes) for (const [type, value] of at) target.put(address, type, value)
    for (const [handle, table] of this.#items) for (const item of table.values()) target.putTableItem(handle, item)
  }
}
