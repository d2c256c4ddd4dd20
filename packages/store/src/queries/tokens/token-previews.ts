import { sql } from 'kysely'
import { delimitedRowSql, delimitedRowsSql, splitRows } from '../delimited-rows.ts'
import { preparedStatement } from '../prepared-statement.ts'
import type { Reader } from '../read-rows.ts'

/** A token's name and image; both null for unknown tokens. */
export interface TokenPreview {
  readonly tokenDataId: string
  readonly name: string | null
  readonly image: string | null
  /** Read from the list item, so valid until the collection's preview version changes; else looked up, since the row is queued. */
  readonly isCacheable: boolean
}

/** Reads previews of tokens. @param ids without repetition; unknown tokens are in the result. */
export async function readTokenPreviews(reader: Reader, ids: readonly string[]): Promise<readonly TokenPreview[]> {
  if (ids.length === 0) return []
  const [found] = await statement(reader, { ids })
  return splitRows(found?.previews ?? null).map(([tokenDataId = '', name = '', image = '', isCacheable]) => ({
    tokenDataId,
    name: parseText(name),
    image: parseText(image),
    isCacheable: isCacheable === 'true',
  }))
}

function parseText(json: string): string | null {
  return json === '' ? null : JSON.parse(json)
}

const statement = preparedStatement<'ids', { readonly previews: string | null }>(['ids'], ({ ids }) => {
  const fields = [
    sql`a.id`,
    sql`coalesce(k.name, (${TOKEN_NAME}))`,
    sql`coalesce(k.image, (${TOKEN_IMAGE}))`,
    sql`k.name is not null`,
  ]
  return sql`
    select ${delimitedRowsSql(delimitedRowSql(fields), sql`a.id`)} as previews from unnest(${ids}::text[]) as a(id)
    left join market.token_list_items k on k.token_data_id = a.id
      and not exists (select from market.token_list_item_queue q where q.token_data_id = a.id)`
})

const TOKEN_NAME = sql`
  select to_json(t.token_name)::text from chain.current_token_datas_v2 t where t.token_data_id = a.id`

const TOKEN_IMAGE = sql`
  select coalesce(to_json(m.image)::text, 'null') from chain.current_token_datas_v2 t
  left join market.metadata m on m.uri = t.token_uri where t.token_data_id = a.id`
