import type { TraitRow } from '@opal/store/queries/traits/trait-rows'
import { type TraitColumns, TraitColumnsBuilder } from '../trait-columns.ts'

/** Makes columns of rows that come in the order of their ids. */
export function buildTraitColumns(rows: readonly TraitRow[]): TraitColumns {
  const builder = new TraitColumnsBuilder()
  for (const row of rows) builder.add(row)
  return builder.finish()
}

/** Makes columns of tokens without traits, which come in the order of their ids. */
export function buildPlainColumns(ids: readonly string[]): TraitColumns {
  return buildTraitColumns(
    ids.map((tokenDataId) => ({ tokenDataId, name: tokenDataId, attributes: null, properties: null, rank: null })),
  )
}
