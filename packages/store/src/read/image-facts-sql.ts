import { type RawBuilder, sql } from 'kysely'

/** A measured picture: pixels of the original, dominant colour as `#rrggbb`. */
export interface ImageFactsJson {
  readonly width: number
  readonly height: number
  readonly colour: string
}

/** The facts of the row `alias` of market.images as one value; null while the picture has not been measured. */
export function imageFactsSql(alias: 'ti' | 'ci'): RawBuilder<ImageFactsJson | null> {
  const i = sql.raw(alias)
  return sql`case when ${i}.colour is not null and ${i}.width is not null and ${i}.height is not null
    then json_build_object('width', ${i}.width, 'height', ${i}.height, 'colour', ${i}.colour) end`
}
