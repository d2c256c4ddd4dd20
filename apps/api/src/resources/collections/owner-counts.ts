import { setTimeout as delay } from 'node:timers/promises'
import type { NodeClient } from '@opal/chain/rest/node-client'
import { type Address, toAddressOrNull } from '@opal/domain/address'
import type { ApiContext } from '../../context.ts'

/** A count is asked for again after this long, and left alone this long after a failure. */
const FRESH_MICROS = 60_000_000n
const PAUSE_MICROS = 10_000_000n
/** Longest wait for a count, milliseconds from the first caller's request: waiting calls hold places that others need. */
const WAIT_MS = 500
const MAX_OWNERS = 2n ** 53n

export interface OwnerCountsOptions {
  readonly rules: OwnerCountRules
  readonly view: NodeClient['view']
  readonly nowMicros: () => bigint
  readonly onError: (error: unknown) => void
}

/** Owners of those among the collections that count them by a rule of their own, as far as they are known. Never throws. */
export type OwnerCounts = (collectionIds: readonly string[]) => Promise<ReadonlyMap<string, bigint>>

/**
 * Creates owner counts that a collection's own contract answers: of one whose tokens are staked, say, our count would see the
 * vault as one owner. The view is given the collection and answers a number; until it has, our own count is served.
 * @source docs/product/collections.md#own-owner-counts
 */
export function createOwnerCounts({ rules, view, nowMicros, onError }: OwnerCountsOptions): OwnerCounts {
  const counts = new Map([...rules].map(([id, name]) => [id as string, new CachedOwnerCount(id, name)]))

  const refresh = async (one: CachedOwnerCount): Promise<void> => {
    try {
      one.count = toCount((await view(one.view, [], [one.collectionId]))[0])
      one.nextAt = nowMicros() + FRESH_MICROS
    } catch (error) {
      one.nextAt = nowMicros() + PAUSE_MICROS
      onError(error)
    } finally {
      one.asking = null
    }
  }

  const ask = (one: CachedOwnerCount): void => {
    one.asking = refresh(one)
    one.awaited = Promise.race([one.asking, delay(WAIT_MS, undefined, { ref: false })])
  }

  return async (collectionIds) => {
    const wanted = collectionIds.flatMap((id) => counts.get(id) ?? [])
    for (const one of wanted) if (nowMicros() >= one.nextAt && one.asking === null) ask(one)
    // A caller waits only where no count is known yet.
    await Promise.all(wanted.map((one) => (one.count === null ? one.awaited : null)))
    return new Map(
      wanted.flatMap(({ collectionId, count }) => (count === null ? [] : [[collectionId, count] as const])),
    )
  }
}

class CachedOwnerCount {
  readonly collectionId: string
  readonly view: string
  count: bigint | null = null
  nextAt = 0n
  asking: Promise<void> | null = null
  /** Ends with the last asking, or when callers have waited long enough for it. */
  awaited: Promise<void> | null = null
  constructor(collectionId: string, view: string) {
    this.collectionId = collectionId
    this.view = view
  }
}

/** @throws RangeError for an answer that is no number of owners. */
function toCount(answer: unknown): bigint {
  if ((typeof answer !== 'string' && typeof answer !== 'number') || !/^\d{1,16}$/.test(String(answer)))
    throw new RangeError(`a count of owners is a whole number, not ${JSON.stringify(answer)}`)
  const count = BigInt(answer)
  if (count >= MAX_OWNERS) throw new RangeError(`${count} owners are too many`)
  return count
}

/** Returns rows of collections, each with its owners counted by its own rule where it has one. */
export async function withOwnCounts<Row extends { readonly collectionId: string; readonly ownerCount: bigint }>(
  { ownerCounts }: Pick<ApiContext, 'ownerCounts'>,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const own = await ownerCounts(rows.map(({ collectionId }) => collectionId))
  if (own.size === 0) return rows
  return rows.map((row) => ({ ...row, ownerCount: own.get(row.collectionId) ?? row.ownerCount }))
}

/** View functions that count owners, by the collection that they count for. */
export type OwnerCountRules = ReadonlyMap<Address, string>

const FUNCTION = /^(0x[0-9a-f]{1,64})::[a-z_]\w*::[a-z_]\w*$/i

/**
 * Reads `collection=address::module::function`, parted by commas.
 * @throws TypeError naming the part that is not a rule.
 */
export function parseOwnerCounts(text: string): OwnerCountRules {
  const parts = text.split(',').flatMap((part) => part.trim() || [])
  return new Map(parts.map(parseRule))
}

function parseRule(part: string): readonly [Address, string] {
  const [id = '', view = '', ...rest] = part.split('=')
  const collectionId = toAddressOrNull(id.trim())
  if (collectionId === null || rest.length > 0 || !FUNCTION.test(view.trim()))
    throw new TypeError(`expected <collection>=<address>::<module>::<function>, not ${part}`)
  return [collectionId, view.trim()]
}
