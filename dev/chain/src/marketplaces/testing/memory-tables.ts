import { type Address, parseAddress } from '@opal/domain/address'
import type { ChainChange } from '@opal/domain/chain-transaction'
import { isJsonObject, type Json } from '@opal/domain/json'
import type { MoveResource } from '../../modules/move-module.ts'

type ItemName = Omit<MemoryTableItem, 'value'>

/** The tables of a {@link MemoryContext}, and which of their items it touched. */
export class MemoryTables {
  readonly #state: MemoryState
  readonly #touched = new Map<string, ItemName>()

  constructor(state: MemoryState) {
    this.#state = state
  }

  newTable(): Address {
    this.#state.tablesCreated += 1
    return parseAddress(`0x7ab1e${this.#state.tablesCreated.toString(16).padStart(59, '0')}`)
  }

  get(handle: Address, key: Json): Json | null {
    return this.#state.tableItems.get(nameOf(handle, key))?.value ?? null
  }

  put(item: MemoryTableItem): void {
    const name = nameOf(item.handle, item.key)
    this.#touched.set(name, item)
    this.#state.tableItems.set(name, item)
  }

  /** @throws TypeError when there is no such item: a module must know what it removes. */
  remove(item: ItemName): void {
    const name = nameOf(item.handle, item.key)
    if (!this.#state.tableItems.has(name)) throw new TypeError(`There is no item ${name}.`)
    this.#touched.set(name, item)
    this.#state.tableItems.delete(name)
  }

  /** Returns the changes of the touched items; their places in the write set are not set. */
  changes(): readonly ChainChange[] {
    return [...this.#touched].map(([name, { handle, keyType, key, valueType }]): ChainChange => {
      const item = this.#state.tableItems.get(name)
      if (item === undefined) return { index: 0, kind: 'delete-table-item', handle, keyType, key }
      return { index: 0, kind: 'write-table-item', handle, keyType, key, valueType, value: item.value }
    })
  }
}

/** Returns one name for a key in whatever order its fields were written. */
function nameOf(handle: Address, key: Json): string {
  return `${handle} ${JSON.stringify(sortedFields(key))}`
}

function sortedFields(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortedFields)
  if (!isJsonObject(value)) return value
  const names = Object.keys(value).sort()
  return Object.fromEntries(names.map((name) => [name, sortedFields(value[name] as Json)]))
}

/** One item of a table, Move JSON on both sides. */
interface MemoryTableItem {
  readonly handle: Address
  readonly keyType: string
  readonly key: Json
  readonly valueType: string
  readonly value: Json
}

/** Everything that a {@link MemoryContext} reads and writes. */
export interface MemoryState {
  /** By `address type`. Resources are never mutated, so a shallow copy is a snapshot. */
  readonly resources: Map<string, MoveResource>
  /** By `handle key`. */
  readonly tableItems: Map<string, MemoryTableItem>
  /** Octas. */
  readonly balances: Map<Address, bigint>
  objectsCreated: number
  tablesCreated: number
}

/** Returns a chain on which nothing was ever written. */
export function emptyState(): MemoryState {
  return { resources: new Map(), tableItems: new Map(), balances: new Map(), objectsCreated: 0, tablesCreated: 0 }
}

/** Returns a copy that may be changed without the other knowing. */
export function copyState(state: MemoryState): MemoryState {
  return {
    ...state,
    resources: new Map(state.resources),
    tableItems: new Map(state.tableItems),
    balances: new Map(state.balances),
  }
}
