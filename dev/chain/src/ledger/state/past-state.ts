import type { Address } from '@opal/domain/address'
import type { MoveResource } from '../../modules/move-module.ts'
import { ResourceCell } from './resource-cell.ts'
import type { ReadableState, State, StateWriter, TableItem, TableKey } from './state.ts'
import { type StateHistory, valueBefore } from './state-history.ts'

/**
 * The state as it was before a block, and what is written on top of it to come to a version inside the block.
 * Good until the next block is made.
 */
export class PastState implements ReadableState, StateWriter {
  readonly #newest: State
  readonly #history: StateHistory
  readonly #height: number
  readonly #writes = new Map<Address, Map<string, ResourceCell | null>>()
  readonly #items = new Map<string, Map<string, TableItem | null>>()

  constructor(newest: State, history: StateHistory, height: bigint) {
    this.#newest = newest
    this.#history = history
    this.#height = Number(height)
  }

  get(address: Address, type: string): MoveResource | null {
    return this.cell(address, type)?.value ?? null
  }

  cell(address: Address, type: string): ResourceCell | null {
    const written = this.#writes.get(address)?.get(type)
    if (written !== undefined) return written
    const before = valueBefore(this.#history.resources.get(address)?.get(type), this.#height)
    return before === undefined ? this.#newest.cell(address, type) : before
  }

  cellsAt(address: Address): ReadonlyMap<string, ResourceCell> {
    const cells = new Map(this.#newest.cellsAt(address))
    for (const [type, list] of this.#history.resources.get(address) ?? []) {
      settle(cells, type, valueBefore(list, this.#height))
    }
    for (const [type, cell] of this.#writes.get(address) ?? []) settle(cells, type, cell)
    return cells
  }

  resources(address: Address): ReadonlyMap<string, MoveResource> {
    return new Map([...this.cellsAt(address)].map(([type, { value }]) => [type, value]))
  }

  tableItem(handle: string, key: string): TableItem | null {
    const written = this.#items.get(handle)?.get(key)
    if (written !== undefined) return written
    const before = valueBefore(this.#history.items.get(handle)?.get(key), this.#height)
    return before === undefined ? this.#newest.tableItem(handle, key) : before
  }

  itemByBytes(handle: string, key: Uint8Array): TableItem | null {
    for (const name of this.#keysOf(handle)) {
      const item = this.tableItem(handle, name)
      if (item !== null && Buffer.compare(item.keyBytes, key) === 0) return item
    }
    return null
  }

  put(address: Address, type: string, value: MoveResource | string | null): void {
    const at = this.#writes.get(address) ?? new Map<string, ResourceCell | null>()
    this.#writes.set(address, at.set(type, ResourceCell.of(value)))
  }

  removeWhere(address: Address, test: (type: string) => boolean): void {
    for (const type of this.cellsAt(address).keys()) if (test(type)) this.put(address, type, null)
  }

  putTableItem(handle: string, item: TableItem): void {
    this.#putItem(handle, item.key, item)
  }

  removeTableItem(handle: string, { key }: TableKey): void {
    this.#putItem(handle, key, null)
  }

  #putItem(handle: string, key: string, item: TableItem | null): void {
    const table = this.#items.get(handle) ?? new Map<string, TableItem | null>()
    this.#items.set(handle, table.set(key, item))
  }

  #keysOf(handle: string): ReadonlySet<string> {
    return new Set([
      ...this.#newest.keysOf(handle),
      ...(this.#history.items.get(handle)?.keys() ?? []),
      ...(this.#items.get(handle)?.keys() ?? []),
    ])
  }
}

function settle(cells: Map<string, ResourceCell>, type: string, cell: ResourceCell | null | undefined): void {
  if (cell === null) cells.delete(type)
  else if (cell !== undefined) cells.set(type, cell)
}
