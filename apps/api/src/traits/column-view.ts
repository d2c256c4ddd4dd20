import { priceOrder } from './price-order.ts'
import type { TraitColumns } from './trait-columns.ts'
import type { ListedTokens } from './trait-query.ts'

/** A table's columns gone through in some order: memory is read as it lies, which is most of what counting costs. */
export interface ColumnView {
  /** Token at each place; null where places are tokens. */
  readonly tokens: Uint32Array | null
  /** Of each of the table's columns: by place, position of the value plus one; 0 for none. */
  readonly values: readonly (Uint16Array | Uint32Array)[]
  /** By place; 0 for tokens without a rank. */
  readonly ranks: Uint32Array
}

/** All tokens in the order of their ids. */
export function wholeView({ columns, ranks }: TraitColumns): ColumnView {
  return { tokens: null, values: columns.map(({ first }) => first), ranks }
}

const known = new WeakMap<ListedTokens, { readonly table: TraitColumns; readonly view: ColumnView }>()

/** What is for sale in the order of prices; put together once for each state of a collection's listings. */
export function priceView(table: TraitColumns, listed: ListedTokens): ColumnView {
  const kept = known.get(listed)
  if (kept?.table === table) return kept.view
  const { tokens } = priceOrder(listed)
  const view = {
    tokens,
    values: table.columns.map(({ first, values }) => {
      const inOrder = tokens.map((token) => first[token] ?? 0)
      return values.length < 65_536 ? Uint16Array.from(inOrder) : inOrder
    }),
    ranks: tokens.map((token) => table.ranks[token] ?? 0),
  }
  known.set(listed, { table, view })
  return view
}
