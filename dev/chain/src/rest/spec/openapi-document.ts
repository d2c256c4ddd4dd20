import type { JsonObject } from '@opal/domain/json'
import * as z from 'zod'
import { EXPOSED_HEADERS } from '../responses/chain-headers.ts'
import { OPERATIONS, type Operation, type QueryName } from './operations.ts'
import { SCHEMAS } from './schemas.ts'

const QUERIES: Readonly<Record<QueryName, readonly [type: string, description: string]>> = {
  ledger_version: ['string', 'Version of the state that is asked; the newest without it'],
  start: ['string', 'Where the page starts; the newest page without it'],
  limit: ['integer', 'Most items of the page'],
  cursor: ['string', 'The X-Aptos-Cursor of the page before'],
  with_transactions: ['boolean', 'Also the transactions of the block'],
  start_version: ['string', 'First version'],
  end_version: ['string', 'Last version'],
  duration_secs: ['integer', 'How old the newest block may be'],
  estimate_gas_unit_price: ['boolean', 'Simulate with the estimated price'],
  estimate_max_gas_amount: ['boolean', 'Simulate with the most gas that can be paid for'],
  estimate_prioritized_gas_unit_price: ['boolean', 'Simulate with the price of a hurried sender'],
}
/** Paged lists call their cursor `start` too. */
const nameOf = (query: QueryName): string => (query === 'cursor' ? 'start' : query)

/** Returns the node's API in OpenAPI 3.0. */
export function openApiDocument(): JsonObject {
  const schemas = Object.entries(SCHEMAS).map(([name, schema]) => [name, jsonSchema(schema)])
  return {
    openapi: '3.0.3',
    info: {
      title: 'Aptos Node API',
      version: '1.2.0',
      description: 'The REST API of an Aptos fullnode, as the localnet answers it.',
      license: { name: 'Apache 2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0.html' },
    },
    servers: [{ url: '/v1' }],
    paths: pathsOf(OPERATIONS),
    components: { schemas: Object.fromEntries(schemas) },
  }
}

function jsonSchema(schema: z.ZodType): JsonObject {
  const { $schema: _dialect, ...plain } = z.toJSONSchema(schema, { target: 'openapi-3.0', io: 'input' })
  return plain as JsonObject
}

function pathsOf(operations: readonly Operation[]): JsonObject {
  const byPath = Map.groupBy(operations, ({ path }) => path)
  return Object.fromEntries(
    [...byPath].map(([path, list]) => [path, Object.fromEntries(list.map((one) => [one.method, describe(one)]))]),
  )
}

function describe(operation: Operation): JsonObject {
  const { id, tag, summary, body } = operation
  const described = {
    tags: [tag],
    summary,
    operationId: id,
    parameters: parametersOf(operation),
    responses: answersOf(operation),
  }
  return body === undefined ? described : { ...described, requestBody: { required: true, content: contentOf(body) } }
}

function parametersOf({ path, query = [] }: Operation): JsonObject[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name: name as string,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const inQuery = query.map((name) => {
    const [type, description] = QUERIES[name]
    return { name: nameOf(name), in: 'query', required: false, description, schema: { type } }
  })
  return [...inPath, ...inQuery]
}

function answersOf({ answer, statuses = [200], inBcs = false }: Operation): JsonObject {
  const forms = {
    [answer === 'Html' ? 'text/html' : 'application/json']: answer,
    ...(inBcs ? { 'application/x-bcs': 'Bcs' } : {}),
  }
  const headers = Object.fromEntries(
    EXPOSED_HEADERS.map((name) => [name.toUpperCase(), { schema: { type: 'string' } }]),
  )
  const good = { description: '', content: contentOf(forms), headers }
  const bad = { description: 'An error', content: contentOf({ 'application/json': 'AptosError' }), headers }
  return { ...Object.fromEntries(statuses.map((status) => [String(status), good])), default: bad }
}

function contentOf(forms: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(
    Object.entries(forms).map(([type, schema]) => [type, { schema: { $ref: `#/components/schemas/${schema}` } }]),
  )
}

/** Returns a page for people: every operation, and where the description for programs is. */
export function specPage(): string {
  const groups = Map.groupBy(OPERATIONS, ({ tag }) => tag)
  const sections = [...groups].map(([tag, operations]) => {
    const rows = operations.map(
      ({ method, path, summary }) =>
        `<tr><td><code>${method.toUpperCase()}</code></td><td><code>/v1${path}</code></td><td>${summary}</td></tr>`,
    )
    return `<h2>${tag}</h2><table>${rows.join('')}</table>`
  })
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Aptos Node API</title>
<style>body{font:16px/1.5 system-ui;margin:2rem auto;max-width:60rem;padding:0 1rem}td{padding:.2rem 1rem .2rem 0}</style>
</head>
<body>
<h1>Aptos Node API</h1>
<p>The description for programs: <a href="spec.json">spec.json</a>, <a href="spec.yaml">spec.yaml</a>.</p>
${sections.join('\n')}
</body>
</html>
`
}
