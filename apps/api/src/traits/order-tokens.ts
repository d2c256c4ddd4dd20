import type { TokenSort } from '@opal/contract/sorts'
import { compareTokenNames, type OrderedToken } from '@opal/contract/tokens'
import { toTextOrNull } from '../present/text.ts'
import type { TraitColumns } from './trait-columns.ts'
import type { ListedTokens } from './trait-query.ts'

/** Figures that tokens are ordered by and that change with trading, by position of the token. */
export interface OrderFigures extends ListedTokens {
  /** Microseconds of the last sale; needed for the order by last sale only. */
  readonly soldAt: ReadonlyMap<number, bigint>
}

/** Tokens in the order of the contract's `compareTokens`, by position; positions are in the order of ids. */
export function orderTokens(
  table: TraitColumns,
  tokens: readonly number[],
  order: TokenSort,
  { prices, placedAt, soldAt }: OrderFigures,
): readonly number[] {
  switch (order) {
    case 'price_asc':
      return byFigure(tokens, (token) => prices.get(token), false)
    case 'price_desc':
      return byFigure(tokens, (token) => prices.get(token), true)
    case 'listed_desc':
      return byFigure(tokens, (token) => placedAt.get(token), true)
    case 'last_sale_desc':
      return byFigure(tokens, (token) => soldAt.get(token) ?? 0n, true)
    case 'rarity_asc':
    case 'rarity_desc':
      return byFigure(tokens, (token) => BigInt(table.ranks[token] ?? 0) || undefined, order === 'rarity_desc')
    case 'name_asc':
      return [...tokens].sort(
        (left, right) => compareTokenNames(table.names[left] ?? '', table.names[right] ?? '') || left - right,
      )
  }
}

/** What a token is ordered by, as the contract compares it. */
export function orderedToken(
  table: TraitColumns,
  token: number,
  { prices, placedAt, soldAt }: OrderFigures,
): OrderedToken {
  return {
    tokenDataId: table.ids[token] ?? '',
    name: table.names[token] ?? '',
    rarity: table.ranks[token] || null,
    listedPrice: toTextOrNull(prices.get(token) ?? null),
    listedAtMicros: toTextOrNull(placedAt.get(token) ?? null),
    lastSaleAtMicros: toTextOrNull(soldAt.get(token) ?? null),
  }
}

function byFigure(
  tokens: readonly number[],
  figureOf: (token: number) => bigint | undefined,
  descending: boolean,
): readonly number[] {
  const withFigure = tokens.flatMap((token) => {
    const figure = figureOf(token)
    return figure === undefined ? [] : [{ token, figure }]
  })
  const sign = descending ? -1 : 1
  withFigure.sort(
    (left, right) =>
      (left.figure === right.figure ? left.token - right.token : left.figure < right.figure ? -1 : 1) * sign,
  )
  const without = tokens.filter((token) => figureOf(token) === undefined)
  return [...withFigure.map(({ token }) => token), ...without]
}
