import { LISTED_VALUES } from '@opal/contract/traits'
import { oncePer } from '../kept/once-per.ts'
import { priceText } from './price-order.ts'
import { rankValues } from './rank-values.ts'
import type { TraitTallies, TraitTally } from './tally-traits.ts'
import type { TraitColumn } from './trait-columns.ts'

/** JSON of a collection's traits, as the contract of `list-traits` shows them. */
export function writeTraits({ total, kinds, order }: TraitTallies): string {
  const written = kinds.flatMap((tally) => {
    const ranked = rankValues(tally)
    return ranked.length === 0 ? [] : [writeKind(tally, ranked, (place) => priceText(order, place))]
  })
  return `{"total":${total},"data":[${written.join(',')}]}`
}

function writeKind(
  { column, counts, cheapest }: TraitTally,
  ranked: readonly number[],
  priceAt: (place: number) => string,
): string {
  const { head, values } = textsOf(column)
  let text = ''
  for (const position of ranked.slice(0, LISTED_VALUES)) {
    const place = cheapest[position] ?? -1
    const floor = place === -1 ? 'null' : `"${priceAt(place)}"`
    text += `${text === '' ? '' : ','}${values[position] ?? ''}${counts[position] ?? 0},"floorPrice":${floor}}`
  }
  return `${head}${ranked.length},"values":[${text}]}`
}

interface ColumnTexts {
  readonly head: string
  /** By position. */
  readonly values: readonly string[]
}

/** What strangers wrote is escaped once. */
const textsOf = oncePer(
  (column: TraitColumn): ColumnTexts => ({
    head: `{"trait_type":${JSON.stringify(column.traitType)},"valueCount":`,
    values: column.values.map((value) => `{"value":${JSON.stringify(value)},"count":`),
  }),
)
