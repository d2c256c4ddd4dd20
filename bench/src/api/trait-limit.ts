import { priceOrder } from '@opal/api/trait-filter/column-views'
import { createTraitCache } from '@opal/api/trait-filter/trait-cache'
import type { Store } from '@opal/store/driver/connection'

/**
 * The least work that filters by traits: one column of bytes for each, in the order of prices, gone through once; the first
 * fifty ids and the count of every value come out. Two conditions, each with one or two values.
 */
export interface TraitLimit {
  /** One query; takes another pair of conditions each time. */
  run(): number
  /** The same conditions as the API takes them. */
  readonly queries: readonly string[]
}

/** Loads a collection as the API keeps it in memory, to be filtered without HTTP and database. */
export async function createTraitLimit(store: Store, collectionId: string): Promise<TraitLimit> {
  const cache = createTraitCache(store)
  const table = await cache.columnsOf(collectionId)
  if (table === null) throw new Error('the collection is too large')
  const order = priceOrder(await cache.listedOf(collectionId, table))
  const columns = table.columns.map((column) => ({
    kind: column.traitType,
    values: column.values,
    bytes: Uint8Array.from(order.tokens, (token) => column.first[token] ?? 0),
  }))
  const pairs = columns.flatMap((left, at) => columns.slice(at + 1).map((right) => [left, right] as const))
  const chosen = (column: (typeof columns)[number]) => [1, 2].filter((position) => position <= column.values.length)
  const queries = pairs.map((pair) =>
    JSON.stringify(
      pair.map((column) => ({
        trait_type: column.kind,
        value: chosen(column).map((position) => column.values[position - 1]),
      })),
    ),
  )
  let turn = 0
  return {
    queries,
    run() {
      const [left, right] = pairs[turn++ % pairs.length] ?? []
      if (left === undefined || right === undefined) throw new Error('there are no traits')
      const [inLeft, inRight] = [new Uint8Array(256), new Uint8Array(256)]
      for (const position of chosen(left)) inLeft[position] = 1
      for (const position of chosen(right)) inRight[position] = 1
      const counts = columns.map(() => new Int32Array(256))
      const page: number[] = []
      for (let at = 0; at < order.tokens.length; at += 1) {
        const isLeft = inLeft[left.bytes[at] ?? 0] === 1
        const isRight = inRight[right.bytes[at] ?? 0] === 1
        for (let column = 0; column < columns.length; column += 1) {
          const own = columns[column]
          if ((own === left || isLeft) && (own === right || isRight)) {
            const value = own?.bytes[at] ?? 0
            const count = counts[column] as Int32Array
            count[value] = (count[value] ?? 0) + 1
          }
        }
        if (isLeft && isRight && page.length < 50) page.push(order.tokens[at] ?? 0)
      }
      return page.length
    },
  }
}
