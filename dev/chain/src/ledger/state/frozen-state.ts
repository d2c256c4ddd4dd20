import type { Address } from '@opal/domain/address'
import type { ResourceCell } from './resource-cell.ts'
import type { State, StateWatcher, TableItem } from './state.ts'

/**
 * A state as it is when this is made, to be read in parts while the state is written. Only what changes before it is
 * disposed is copied. What changes after it was read may be read again, with the same value.
 */
export class FrozenState implements StateWatcher, Disposable {
  readonly #state: State
  readonly #stop: () => void
  /** Resources of the addresses that have changed, as they were. */
  readonly #resources = new Map<Address, ReadonlyMap<string, ResourceCell>>()
  /** Items that have changed, as they were; null for those that did not exist. */
  readonly #items = new Map<string, Map<string, TableItem | null>>()

  constructor(state: State) {
    this.#state = state
    this.#stop = state.watchedBy(this)
  }

  noteResource(address: Address): void {
    if (!this.#resources.has(address)) this.#resources.set(address, new Map(this.#state.cellsAt(address)))
  }

  noteItem(handle: string, key: string, before: TableItem | null): void {
    let items = this.#items.get(handle)
    if (items === undefined) {
      items = new Map()
      this.#items.set(handle, items)
    }
    if (!items.has(key)) items.set(key, before)
  }

  /** Yields every address with all its resources. Read each before the state is written. */
  *resources(): Generator<[Address, ReadonlyMap<string, ResourceCell>]> {
    for (const [address, cells] of this.#state.entries()) if (!this.#resources.has(address)) yield [address, cells]
    for (const [address, cells] of this.#resources) if (cells.size > 0) yield [address, cells]
  }

  /** Yields every table item with the handle of its table. */
  *items(): Generator<[string, TableItem]> {
    for (const [handle, table] of this.#state.tables()) {
      for (const [key, item] of table) if (this.#items.get(handle)?.has(key) !== true) yield [handle, item]
    }
    for (const [handle, items] of this.#items) {
      for (const item of items.values()) if (item !== null) yield [handle, item]
    }
  }

  [Symbol.dispose](): void {
    this.#stop()
  }
}
