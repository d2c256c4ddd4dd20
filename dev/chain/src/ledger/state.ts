import type { Address } from '@opal/domain/address'
import type { MoveResource } from '@opal/marketplaces/move-module'

/** One table item, Move JSON on both sides. */
export interface TableItem {
  readonly keyType: string
  readonly key: string
  readonly keyBytes: Uint8Array
  readonly valueType: string
  /** Move JSON text. */
  readonly value: string
}

/** What can be read of the chain's state, at any layer. */
export interface StateReader {
  get(address: Address, type: string): MoveResource | null
  /** Types of the resources at an address, in no order. */
  typesAt(address: Address): ReadonlySet<string>
  tableItem(handle: string, key: string): TableItem | null
}

const NO_TYPES: ReadonlySet<string> = new Set()

/**
 * The committed state. A resource restored from the log stays JSON text until someone reads it, so that a
 * start costs no parsing of what nobody asks for.
 */
export class State implements StateReader {
  readonly #resources = new Map<Address, Map<string, MoveResource | string>>()
  readonly #tables = new Map<string, Map<string, TableItem>>()
  /** One copy of each type's name, of which there are few, however often they are read from a log. */
  readonly #types = new Map<string, string>()

  get(address: Address, type: string): MoveResource | null {
    const at = this.#resources.get(address)
    const found = at?.get(type)
    if (found === undefined) return null
    if (typeof found !== 'string') return found
    const parsed = JSON.parse(found) as MoveResource
    at?.set(type, parsed)
    return parsed
  }

  typesAt(address: Address): ReadonlySet<string> {
    const at = this.#resources.get(address)
    return at === undefined ? NO_TYPES : new Set(at.keys())
  }

  /** All resources at an address, in the order in which they were first written. */
  resources(address: Address): ReadonlyMap<string, MoveResource> {
    const all = new Map<string, MoveResource>()
    for (const type of this.typesAt(address)) all.set(type, this.get(address, type) as MoveResource)
    return all
  }

  tableItem(handle: string, key: string): TableItem | null {
    return this.#tables.get(handle)?.get(key) ?? null
  }

  /** The item whose key has this BCS: looks through the whole table. */
  itemByBytes(handle: string, key: Uint8Array): TableItem | null {
    for (const item of this.#tables.get(handle)?.values() ?? [])
      if (Buffer.compare(item.keyBytes, key) === 0) return item
    return null
  }

  /** @param value Move JSON, as an object or as text; null removes. */
  put(address: Address, type: string, value: MoveResource | string | null): void {
    let at = this.#resources.get(address)
    if (value === null) {
      at?.delete(type)
      if (at?.size === 0) this.#resources.delete(address)
      return
    }
    if (at === undefined) {
      at = new Map()
      this.#resources.set(address, at)
    }
    at.set(this.#intern(type), value)
  }

  /** Forgets every resource of an address that passes the test. */
  removeWhere(address: Address, test: (type: string) => boolean): void {
    for (const type of this.typesAt(address)) if (test(type)) this.put(address, type, null)
  }

  putTableItem(handle: string, item: TableItem): void {
    let table = this.#tables.get(handle)
    if (table === undefined) {
      table = new Map()
      this.#tables.set(handle, table)
    }
    table.set(item.key, item)
  }

  /** Everything that is kept, resources as Move JSON or as its text. */
  entries(): IterableIterator<[Address, ReadonlyMap<string, MoveResource | string>]> {
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

  /** The same state, free to go another way. */
  copy(): State {
    const copied = new State()
    for (const [address, at] of this.#resources) copied.#resources.set(address, new Map(at))
    for (const [handle, table] of this.#tables) copied.#tables.set(handle, new Map(table))
    return copied
  }
}
