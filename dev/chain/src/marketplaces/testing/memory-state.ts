import type { Address } from '@opal/domain/address'
import type { Json } from '@opal/domain/json'
import type { MoveResource } from '../../modules/move-module.ts'

/** One item of a table, Move JSON on both sides. */
export interface MemoryTableItem {
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

/** A chain on which nothing was ever written. */
export function emptyState(): MemoryState {
  return { resources: new Map(), tableItems: new Map(), balances: new Map(), objectsCreated: 0, tablesCreated: 0 }
}

/** A copy that may be changed without the other knowing. */
export function copyState(state: MemoryState): MemoryState {
  return {
    ...state,
    resources: new Map(state.resources),
    tableItems: new Map(state.tableItems),
    balances: new Map(state.balances),
  }
}
