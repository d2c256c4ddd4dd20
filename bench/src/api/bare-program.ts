import { connect } from '@opal/store/driver/connection'
import Fastify from 'fastify'

/**
 * Fastify and the driver alone, in a process of their own: the least work that could answer. Rows go out as the server sends
 * them, as text, through a response schema. `bare-program.ts <database url>`
 */
const [databaseUrl = ''] = process.argv.slice(2)
const { pool } = connect({ connectionString: databaseUrl, applicationName: 'opal-bench-bare', maxConnections: 8 })
const asText = { getTypeParser: () => (text: string) => text }
const app = Fastify()
const text = { type: ['string', 'null'] }
const item = { type: 'object', additionalProperties: text }
const page = { type: 'object', properties: { items: { type: 'array', items: item }, next: text } }

interface Query {
  readonly of: string
  readonly value: string
  readonly id: string
}

const LISTED = `select marketplace, listing_id, token_data_id, collection_id, seller, price_octas, placed_at_micros, token_standard
  from market.listings where collection_id = $1 and state = 'open' and validity = 'valid'
    and (price_octas, listing_id) > ($2::numeric, $3) order by price_octas, listing_id limit 50`
const ACTIVITIES = `select version, event_index, kind, marketplace, token_data_id, from_address, to_address, price_octas, at_micros
  from market.activities where collection_id = $1 and (version, event_index) < ($2::bigint, $3::int)
  order by version desc, event_index desc limit 50`
const TOKEN = `select token_data_id, collection_id, token_name, description, token_uri, token_standard, is_deleted_v2,
  last_transaction_version from chain.current_token_datas_v2 where token_data_id = $1`

async function rowsOf(name: string, statement: string, values: readonly string[]): Promise<unknown[]> {
  return (await pool.query({ name, text: statement, values: [...values], types: asText })).rows
}

app.get<{ Querystring: Query }>('/listed', { schema: { response: { 200: page } } }, async ({ query }) => {
  return { items: await rowsOf('listed', LISTED, [query.of, query.value, query.id]), next: 'x' }
})
app.get<{ Querystring: Query }>('/activities', { schema: { response: { 200: page } } }, async ({ query }) => {
  return { items: await rowsOf('activities', ACTIVITIES, [query.of, query.value, query.id]), next: 'x' }
})
app.get<{ Querystring: Query }>('/token', { schema: { response: { 200: item } } }, async ({ query }) => {
  return (await rowsOf('token', TOKEN, [query.of]))[0]
})
let cached = Buffer.from('{}')
app.get('/cached', (_request, reply) => reply.header('content-type', 'application/json; charset=utf-8').send(cached))
app.get('/nothing', (_request, reply) => reply.send('{}'))

process.on('message', ({ keep }: { readonly keep: string }) => {
  cached = Buffer.from(keep)
  process.send?.('cached')
})
process.on('disconnect', () => process.exit())
process.send?.({ origin: await app.listen({ port: 0, host: '127.0.0.1' }) })
