import { sql } from 'kysely'
import { packedRowSql, packedRowsSql, unpackRows } from '../delimited-rows.ts'
import { fixedStatement } from '../prepared-statement.ts'
import type { Reader } from '../read-rows.ts'

/** What a token is called and looks like, both as JSON; empty where it has not been described. */
export interface TokenFace {
  readonly tokenDataId: string
  readonly name: string
  readonly image: string
  /** As its card says, until the collection's mark changes; else looked up, since the card is being made again. */
  readonly isLasting: boolean
}

/** Faces of some tokens, each once. @param ids without repetition; unknown ones are among the answers. */
export async function readTokenFaces(reader: Reader, ids: readonly string[]): Promise<readonly TokenFace[]> {
  if (ids.length === 0) return []
  const [found] = await statement(reader, { ids })
  return unpackRows(found?.faces ?? null).map(([tokenDataId = '', name = '', image = '', isLasting]) => ({
    ...{ tokenDataId, name, image, isLasting: isLasting === 'true' },
  }))
}

const statement = fixedStatement<'ids', { readonly faces: string | null }>(['ids'], ({ ids }) => {
  const fields = [
    sql`a.id`,
    sql`coalesce(k.name, (${TOKEN_NAME}))`,
    sql`coalesce(k.image, (${TOKEN_IMAGE}))`,
    sql`k.name is not null`,
  ]
  return sql`
    select ${packedRowsSql(packedRowSql(fields), sql`a.id`)} as faces from unnest(${ids}::text[]) as a(id)
    left join market.token_cards k on k.token_data_id = a.id
      and not exists (select from market.card_queue q where q.token_data_id = a.id)`
})

const TOKEN_NAME = sql`
  select to_json(t.token_name)::text from chain.current_token_datas_v2 t where t.token_data_id = a.id`

const TOKEN_IMAGE = sql`
  select coalesce(to_json(m.image)::text, 'null') from chain.current_token_datas_v2 t
  left join market.metadata m on m.uri = t.token_uri where t.token_data_id = a.id`
