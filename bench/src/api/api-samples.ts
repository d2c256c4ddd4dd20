import type { Store } from '@opal/store/driver/connection'
import { queryRows } from '@opal/store/testing/query-rows'

/** Sampled parameters: the same in every run on the same market. */
export interface ApiSamples {
  /** Collections with more than a page listed. */
  readonly collections: readonly string[]
  readonly tokens: readonly string[]
  /** The two collections whose tokens have eight traits, smaller first. */
  readonly traitCollections: readonly { readonly id: string; readonly tokens: number }[]
  /** Search terms as people type them: beginnings of words of names. */
  readonly terms: readonly string[]
}

/** Chooses the parameters, the same ones on the same store. */
export async function readSamples(store: Store): Promise<ApiSamples> {
  const ids = async (text: string) => (await queryRows<{ id: string }>(store, text)).map(({ id }) => id)
  const rich = await queryRows<{ id: string; tokens: bigint }>(
    store,
    'select collection_id as id, supply as tokens from market.collection_stats order by supply desc limit 2',
  )
  const names = await ids('select folded as id from market.collection_names order by md5(collection_id) limit 200')
  return {
    collections: await ids(
      'select collection_id as id from market.collection_stats where listed_count > 60 order by md5(collection_id) limit 400',
    ),
    tokens: await ids(
      "select token_data_id as id from chain.current_token_datas_v2 where token_data_id < '0x001' order by 1 limit 1000",
    ),
    traitCollections: rich.map(({ id, tokens }) => ({ id, tokens: Number(tokens) })).reverse(),
    terms: names.map(termOf),
  }
}

/** Returns a search term for a name: the beginning of its first or second word, of three to seven letters. */
function termOf(name: string, at: number): string {
  const words = name.split(' ')
  const word = words[at % 2 === 0 ? 0 : words.length > 1 ? 1 : 0] ?? name
  return word.slice(0, 3 + (at % 5))
}
