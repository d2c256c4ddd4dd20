import { pino } from 'pino'
import { expect } from 'vitest'
import { startChainGraphql } from '../graphql/chain/serve-chain-graphql.ts'
import { createTestApi, type TestApi } from './test-api.ts'

/** Answer of the chain's GraphQL. */
export interface ChainGraphqlAnswer {
  readonly data?: Record<string, never>
  readonly errors?: { message: string; extensions: { code: string; path: string } }[]
}

/** A test API whose chain GraphQL listens on a port of its own. */
export interface ChainGraphqlFixture extends AsyncDisposable {
  readonly api: TestApi
  readonly url: string
  ask(query: string, variables?: object): Promise<ChainGraphqlAnswer>
  /** Adds tokens of a collection of their own. Disposing deletes them. */
  withTokens(count: number, terms?: { readonly supply?: string }): Promise<AsyncDisposable>
}

/** Starts one over the small market. */
export async function createChainGraphqlFixture(): Promise<ChainGraphqlFixture> {
  await using stack = new AsyncDisposableStack()
  const api = stack.use(await createTestApi({}, { CHAIN_GRAPHQL_PORT: '0' }))
  const { url } = stack.use(await startChainGraphql(api.config, api.context, pino({ level: 'silent' })))
  const owned = stack.move()
  return {
    api,
    url,
    async ask(query, variables = {}) {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      })
      expect(answer.status).toBe(200)
      return answer.json() as Promise<ChainGraphqlAnswer>
    },
    async withTokens(count, { supply = '1' } = {}) {
      await api.store.pool.query(
        `insert into chain.current_token_datas_v2 (token_data_id, collection_id, token_name, description, token_uri,
          token_properties, supply, token_standard, last_transaction_version, last_transaction_timestamp)
        select 'more-' || n, 'more', 'More #' || n, '', '', '{}', $2, 'v2', 1, '2026-01-01' from generate_series(1, $1::int) n`,
        [count, supply],
      )
      return {
        async [Symbol.asyncDispose]() {
          await api.store.pool.query(`delete from chain.current_token_datas_v2 where collection_id = 'more'`)
        },
      }
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
