import type { Address } from '@opal/domain/address'
import type { ResourceCell } from './resource-cell.ts'
import type { StateWatcher, TableItem } from './state.ts'

/** Versions whose state can be read, at least; whole blocks are forgotten. */
export const RETAINED_VERSIONS = 10_000n

/** A value before a block changed it; null when it did not exist. */
export interface Before<Value> {
  readonly height: number
  readonly value: Value | null
}

/** A block whose changes can still be taken back. */
export interface RetainedBlock {
  readonly height: number
  readonly lastVersion: bigint
  /** Changed resources, with the values before. */
  readonly resources: [Address, string, ResourceCell | null][]
  readonly items: [string, string, TableItem | null][]
}

type Lists<Outer, Value> = Map<Outer, Map<string, Before<Value>[]>>

/**
 * Undo log of the newest blocks: previous values by block height, so that earlier states can be read. Holds the changes of at
 * least {@link RETAINED_VERSIONS} versions, and drops older blocks whole.
 */
export class StateHistory implements StateWatcher {
  readonly resources: Lists<Address, ResourceCell> = new Map()
  readonly items: Lists<string, TableItem> = new Map()
  readonly #blocks: RetainedBlock[] = []
  #oldestVersion = 0n

  /** Returns the oldest version whose state can be read. */
  get oldestVersion(): bigint {
    return this.#oldestVersion
  }

  get blocks(): readonly RetainedBlock[] {
    return this.#blocks
  }

  /** From now on changes are this block's. */
  begin(height: bigint, lastVersion: bigint): void {
    this.#blocks.push({ height: Number(height), lastVersion, resources: [], items: [] })
    while (
      this.#blocks.length > 1 &&
      lastVersion - (this.#blocks[0] as RetainedBlock).lastVersion >= RETAINED_VERSIONS
    ) {
      this.#dropBlock(this.#blocks.shift() as RetainedBlock)
    }
  }

  noteResource(address: Address, type: string, value: ResourceCell | null): void {
    const block = this.#blocks.at(-1)
    if (block !== undefined && note(this.resources, address, type, { height: block.height, value })) {
      block.resources.push([address, type, value])
    }
  }

  noteItem(handle: string, key: string, value: TableItem | null): void {
    const block = this.#blocks.at(-1)
    if (block !== undefined && note(this.items, handle, key, { height: block.height, value })) {
      block.items.push([handle, key, value])
    }
  }

  /** Deletes the changes of every block above a height, to which the state went back. */
  returnTo(height: bigint, version: bigint): void {
    if (this.#oldestVersion > version) this.#oldestVersion = version
    while ((this.#blocks.at(-1)?.height ?? -1) > Number(height)) {
      const { resources, items } = this.#blocks.pop() as RetainedBlock
      for (const [address, type] of resources) drop(this.resources, address, type, (list) => list.pop())
      for (const [handle, key] of items) drop(this.items, handle, key, (list) => list.pop())
    }
  }

  /** Restores the oldest readable version, after the caller has restored the blocks. */
  restore(oldestVersion: bigint): void {
    this.#oldestVersion = oldestVersion
  }

  #dropBlock({ lastVersion, resources, items }: RetainedBlock): void {
    for (const [address, type] of resources) drop(this.resources, address, type, (list) => list.shift())
    for (const [handle, key] of items) drop(this.items, handle, key, (list) => list.shift())
    this.#oldestVersion = lastVersion
  }
}

/** Returns the value before a block of this height; undefined when nothing changed it since. */
export function valueBefore<Value>(
  list: readonly Before<Value>[] | undefined,
  height: number,
): Value | null | undefined {
  return list?.find((before) => before.height >= height)?.value
}

/** @returns false when this block has changed it before: the first value counts. */
function note<Outer, Value>(lists: Lists<Outer, Value>, outer: Outer, inner: string, before: Before<Value>): boolean {
  let at = lists.get(outer)
  if (at === undefined) {
    at = new Map()
    lists.set(outer, at)
  }
  const list = at.get(inner)
  if (list === undefined) at.set(inner, [before])
  else if (list.at(-1)?.height === before.height) return false
  else list.push(before)
  return true
}

function drop<Outer, Value>(
  lists: Lists<Outer, Value>,
  outer: Outer,
  inner: string,
  take: (list: Before<Value>[]) => unknown,
): void {
  const at = lists.get(outer)
  const list = at?.get(inner)
  if (at === undefined || list === undefined) return
  take(list)
  if (list.length === 0) at.delete(inner)
  if (at.size === 0) lists.delete(outer)
}
