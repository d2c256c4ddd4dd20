import type { Address } from '@opal/domain/address'
import type { MoveResource } from '../move-module.ts'

/** Everything a {@link MemoryContext} reads and writes. */
export interface MemoryState {
  /** By `address type`. Resources are never mutated, so a shallow copy is a snapshot. */
  readonly resources: Map<string, MoveResource>
  /** Octas. */
  readonly balances: Map<Address, bigint>
  objectsCreated: number
}

export function emptyState(): MemoryState {
  return { resources: new Map(), balances: new Map(), objectsCreated: 0 }
}

export function copyState(state: MemoryState): MemoryState {
  return { ...state, resources: new Map(state.resources), balances: new Map(state.balances) }
}
