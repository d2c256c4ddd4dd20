import type { Address } from '@opal/domain/address'
import type { MoveResource } from '../../modules/move-module.ts'
import { ResourceCell } from './resource-cell.ts'
import type { State, StateReader, TableItem, TableKey } from './state.ts'

/** A write of a table item; `item` is null where it was removed. */
export interface WrittenItem {
  readonly at: TableKey
  readonly item: TableItem | null
}

/** Buffers writes on top of a state until {@link mergeInto} applies them. There is one per transaction and one per block. */
export class Overlay implements StateReader {
  readonly #parent: StateReader
  readonly #writes = new Map<Address, Map<string, ResourceCell | null>>()
  /** Merged resources of addresses with writes, computed on demand and dropped at the next write. */
  readonly #merged = new Map<Address, ReadonlyMap<string, ResourceCell>>()
  readonly #items = new Map<string, Map<string, WrittenItem>>()

  constructor(parent: StateReader) {
    this.#parent = parent
  }

  get parent(): StateReader {
    return this.#parent
  }

  get(address: Address, type: string): MoveResource | null {
    return this.cell(address, type)?.value ?? null
  }

  cell(address: Address, type: string): ResourceCell | null {
    const written = this.#writes.get(address)?.get(type)
    return written === undefined ? this.#parent.cell(address, type) : written
  }

  cellsAt(address: Address): ReadonlyMap<string, ResourceCell> {
    const written = this.#writes.get(address)
    if (written === undefined) return this.#parent.cellsAt(address)
    const known = this.#merged.get(address)
    if (known !== undefined) return known
    const cells = new Map(this.#parent.cellsAt(address))
    for (const [type, cell] of written) {
      if (cell === null) cells.delete(type)
      else cells.set(type, cell)
    }
    this.#merged.set(address, cells)
    return cells
  }

  tableItem(handle: string, key: string): TableItem | null {
    const written = this.#items.get(handle)?.get(key)
    return written === undefined ? this.#parent.tableItem(handle, key) : written.item
  }

  put(address: Address, type: string, value: MoveResource | null): void {
    this.putCell(address, type, ResourceCell.of(value))
  }

  putCell(address: Address, type: string, cell: ResourceCell | null): void {
    let at = this.#writes.get(address)
    if (at === undefined) {
      at = new Map()
      this.#writes.set(address, at)
    }
    at.set(type, cell)
    this.#merged.delete(address)
  }

  putTableItem(handle: string, item: TableItem): void {
    this.#write(handle, { at: item, item })
  }

  removeTableItem(handle: string, at: TableKey): void {
    this.#write(handle, { at, item: null })
  }

  #write(handle: string, written: WrittenItem): void {
    let table = this.#items.get(handle)
    if (table === undefined) {
      table = new Map()
      this.#items.set(handle, table)
    }
    table.set(written.at.key, written)
  }

  /** Written resources by address. Null marks a removal. */
  get writes(): ReadonlyMap<Address, ReadonlyMap<string, ResourceCell | null>> {
    return this.#writes
  }

  /** Written table items by handle and key. */
  get items(): ReadonlyMap<string, ReadonlyMap<string, WrittenItem>> {
    return this.#items
  }

  /** Applies the writes to the state below or to another one. */
  mergeInto(target: Overlay | State): void {
    for (const [address, at] of this.#writes) for (const [type, cell] of at) target.putCell(address, type, cell)
    for (const [handle, table] of this.#items) {
      for (const { at, item } of table.values()) {
        if (item === null) target.removeTableItem(handle, at)
        else target.putTableItem(handle, item)
      }
    }
  }
}
