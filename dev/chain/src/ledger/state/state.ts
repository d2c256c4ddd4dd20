import { createHash } from 'node:crypto'
import type { Address } from '@opal/domain/address'
import type { MoveResource } from '../../modules/move-module.ts'
import { ResourceCell } from './resource-cell.ts'

/** Identifies an item inside its table. */
export interface TableKey {
  readonly keyType: string
  /** Move JSON text. */
  readonly key: string
  /** BCS of the key. */
  readonly keyBytes: Uint8Array
}

/** One table item, Move JSON on both sides. */
export interface TableItem extends TableKey {
  readonly valueType: string
  /** Move JSON text. */
  readonly value: string
}

/** Read access to the chain's state, at any layer. */
export interface StateReader {
  get(address: Address, type: string): MoveResource | null
  cell(address: Address, type: string): ResourceCell | null
  /** The resources at an address by type. Use it immediately: it may follow later writes. */
  cellsAt(address: Address): ReadonlyMap<string, ResourceCell>
  tableItem(handle: string, key: string): TableItem | null
}

/** A state that can be asked everything that clients ask. */
export interface ReadableState extends StateReader {
  /** Returns all resources at an address. */
  resources(address: Address): ReadonlyMap<string, MoveResource>
  /** Returns the item whose key has this BCS: looks through the whole table. */
  itemByBytes(handle: string, key: Uint8Array): TableItem | null
}

/** A state that the log can be applied to. */
export interface StateWriter {
  /** @param value Move JSON, as an object or as text; null removes. */
  put(address: Address, type: string, value: MoveResource | string | null): void
  /** Deletes every resource of an address that passes the test. */
  removeWhere(address: Address, test: (type: string) => boolean): void
  putTableItem(handle: string, item: TableItem): void
  removeTableItem(handle: string, at: TableKey): void
}

/** Called with a value before it is changed; null when there was none. */
export interface StateWatcher {
  noteResource(address: Address, type: string, before: ResourceCell | null): void
  noteItem(handle: string, key: string, before: TableItem | null): void
}

const NO_CELLS: ReadonlyMap<string, ResourceCell> = new Map()

/**
 * The committed state. A resource restored from the log stays JSON text until someone reads it, so that a
 * start does not parse values that are never read.
 */
export class State implements ReadableState, StateWriter {
  readonly #resources = new Map<Address, Map<string, ResourceCell>>()
  readonly #tables = new Map<string, Map<string, TableItem>>()
  /** One copy of each type's name, of which there are few, however often they are read from a log. */
  readonly #types = new Map<string, string>()
  readonly #watchers = new Set<StateWatcher>()

  /** Notifies the watcher of every later change before it is made. @returns how to stop. */
  watchedBy(watcher: StateWatcher): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  get(address: Address, type: string): MoveResource | null {
    return this.cell(address, type)?.value ?? null
  }

  cell(address: Address, type: string): ResourceCell | null {
    return this.#resources.get(address)?.get(type) ?? null
  }

  cellsAt(address: Address): ReadonlyMap<string, ResourceCell> {
    return this.#resources.get(address) ?? NO_CELLS
  }

  /** Returns all resources at an address, in the order in which they were first written. */
  resources(address: Address): ReadonlyMap<string, MoveResource> {
    return new Map([...this.cellsAt(address)].map(([type, { value }]) => [type, value]))
  }

  tableItem(handle: string, key: string): TableItem | null {
    return this.#tables.get(handle)?.get(key) ?? null
  }

  /** Returns the item whose key has this BCS: looks through the whole table. */
  itemByBytes(handle: string, key: Uint8Array): TableItem | null {
    for (const item of this.#tables.get(handle)?.values() ?? [])
      if (Buffer.compare(item.keyBytes, key) === 0) return item
    return null
  }

  /** @param value Move JSON, as an object or as text; null removes. */
  put(address: Address, type: string, value: MoveResource | string | null): void {
    this.putCell(address, type, ResourceCell.of(value))
  }

  /** @param cell null removes. */
  putCell(address: Address, type: string, cell: ResourceCell | null): void {
    let at = this.#resources.get(address)
    for (const watcher of this.#watchers) watcher.noteResource(address, type, at?.get(type) ?? null)
    if (cell === null) {
      at?.delete(type)
      if (at?.size === 0) this.#resources.delete(address)
      return
    }
    if (at === undefined) {
      at = new Map()
      this.#resources.set(address, at)
    }
    at.set(this.#intern(type), cell)
  }

  /** Deletes every resource of an address that passes the test. */
  removeWhere(address: Address, test: (type: string) => boolean): void {
    for (const type of [...this.cellsAt(address).keys()]) if (test(type)) this.putCell(address, type, null)
  }

  putTableItem(handle: string, item: TableItem): void {
    let table = this.#tables.get(handle)
    if (table === undefined) {
      table = new Map()
      this.#tables.set(handle, table)
    }
    for (const watcher of this.#watchers) watcher.noteItem(handle, item.key, table.get(item.key) ?? null)
    table.set(item.key, item)
  }

  /** Keys of a table's items, as the write set spells them. */
  keysOf(handle: string): Iterable<string> {
    return this.#tables.get(handle)?.keys() ?? []
  }

  removeTableItem(handle: string, { key }: TableKey): void {
    const table = this.#tables.get(handle)
    for (const watcher of this.#watchers) watcher.noteItem(handle, key, table?.get(key) ?? null)
    table?.delete(key)
    if (table?.size === 0) this.#tables.delete(handle)
  }

  /** Returns every resource. */
  entries(): IterableIterator<[Address, ReadonlyMap<string, ResourceCell>]> {
    return this.#resources.entries()
  }

  tables(): IterableIterator<[string, ReadonlyMap<string, TableItem>]> {
    return this.#tables.entries()
  }

  #intern(type: string): string {
    const known = this.#types.get(type)
    if (known !== undefined) return known
    this.#types.set(type, type)
    return type
  }

  /** Returns the same state, free to go another way. */
  copy(): State {
    const copied = new State()
    for (const [address, at] of this.#resources) copied.#resources.set(address, new Map(at))
    for (const [handle, table] of this.#tables) copied.#tables.set(handle, new Map(table))
    return copied
  }
}

/**
 * Returns SHA-256 over everything that the state holds, in an order of its own: equal for equal states, however
 * they came about. Reads all of it, so it takes seconds on a large chain.
 * @returns `0x` + 64 hex digits.
 */
export function stateHash(state: State): string {
  const hash = createHash('sha256')
  for (const [address, resources] of sortedEntries(state.entries())) {
    for (const [type, { text }] of sortedEntries(resources)) {
      hash.update(`${address}\n${type}\n${text}\n`)
    }
  }
  for (const [handle, items] of sortedEntries(state.tables())) {
    for (const [key, { keyType, value, valueType }] of sortedEntries(items)) {
      hash.update(`${handle}\n${keyType}\n${key}\n${valueType}\n${value}\n`)
    }
  }
  return `0x${hash.digest('hex')}`
}

function sortedEntries<Value>(entries: Iterable<readonly [string, Value]>): (readonly [string, Value])[] {
  return [...entries].sort(([left], [right]) => (left < right ? -1 : 1))
}
