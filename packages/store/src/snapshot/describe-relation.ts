import type pg from 'pg'

/** A table or view as `schema.json` tells it. */
export interface RelationSchema {
  /** With schema, e.g. `market.lots`. */
  readonly name: string
  /** Empty where nobody wrote one. */
  readonly description: string
  readonly columns: readonly {
    readonly name: string
    readonly type: string
    readonly nullable: boolean
    readonly description: string
  }[]
  /** Columns that tell rows apart. */
  readonly primaryKey: readonly string[]
}

/** Reads columns, key and comments of a table or view. */
export async function describeRelation(client: pg.ClientBase, name: string): Promise<RelationSchema> {
  const { rows: columns } = await client.query<RelationSchema['columns'][number]>(
    `select attname as name, format_type(atttypid, atttypmod) as type, not attnotnull as nullable,
       coalesce(col_description(attrelid, attnum), '') as description
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [name],
  )
  const { rows: keys } = await client.query<{ name: string }>(
    `select a.attname as name from pg_index i cross join unnest(i.indkey) with ordinality as k(attnum, place)
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
     where i.indrelid = $1::regclass and i.indisprimary order by k.place`,
    [name],
  )
  const { rows: comments } = await client.query<{ comment: string | null }>(
    `select obj_description($1::regclass, 'pg_class') as comment`,
    [name],
  )
  const lines = (comments[0]?.comment ?? '').split('\n')
  const stated = lines.find((line) => line.startsWith('@primaryKey '))?.slice('@primaryKey '.length)
  return {
    name,
    description: lines.filter((line) => !line.startsWith('@')).join('\n'),
    columns,
    primaryKey: keys.length > 0 ? keys.map((key) => key.name) : (stated?.split(',') ?? []),
  }
}
