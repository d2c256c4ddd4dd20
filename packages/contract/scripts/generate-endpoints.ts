import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { CATALOGUE } from '../src/http/catalogue.ts'
import { BASE_PATHS, type Endpoint } from '../src/http/endpoint.ts'
import { PRODUCT_CALLS } from '../src/http/product-calls.ts'
import { PRODUCT_QUERIES } from '../src/http/product-queries.ts'

/*
 * Writes docs/reference/endpoints.md from the contract. With `--check` it writes nothing and fails when the file is stale.
 */
const TARGET = fileURLToPath(new URL('../../../docs/reference/endpoints.md', import.meta.url))
const endpoints = CATALOGUE as unknown as readonly Endpoint[]

const page = `# Endpoints

<!-- Written by packages/contract/scripts/generate-endpoints.ts from the contract. Do not edit. -->

Every call of the HTTP API. The bases are ${Object.entries(BASE_PATHS)
  .filter(([base]) => base !== 'root')
  .map(([base, path]) => `\`${path}\` (${base})`)
  .join(', ')}; the OpenAPI description is at \`/docs\`. Each is defined in its noun's file of
\`packages/contract/src\` with its schemas and an example, which \`apps/api/src/resources/every-call.store.test.ts\` sends to a seeded API.

${byTag()
  .map(([tag, members]) => `## ${tag}\n\n${table(['Call', 'Id', 'What it is'], members.map(describe))}`)
  .join('\n\n')}

## The product documents' calls

Each row of the two documents' tables of calls, the endpoint that answers it, and the test that sends it to a seeded API, in
\`apps/api/src/resources/every-call.store.test.ts\`. \`product-calls.test.ts\` holds that path, method and base are the documents'.

${table(
  ['Document', 'Call', 'Endpoint', 'Test'],
  PRODUCT_CALLS.map(({ document, method, base, path, endpoint }) => [
    String(document),
    `\`${method} ${BASE_PATHS[base]}${path}\``,
    `\`${endpoint}\``,
    `${endpoint} is answered as promised`,
  ]),
)}

What they ask for without a path of its own, and the GraphQL questions of both indexers:

${table(
  ['Document', 'What', 'Answered by', 'Test'],
  PRODUCT_QUERIES.map(({ document, what, answeredBy, file, test }) => [
    String(document),
    what,
    `\`${answeredBy}\``,
    `\`${file}\`: ${test.replace('%s', answeredBy.startsWith('/') ? '…' : answeredBy)}`,
  ]),
)}
`

function byTag(): readonly (readonly [string, readonly Endpoint[]])[] {
  return [...Map.groupBy(endpoints, (endpoint) => endpoint.tag)].sort(([left], [right]) => (left < right ? -1 : 1))
}

function describe(endpoint: Endpoint): readonly string[] {
  const calls = endpoint.bases.map((base) => `\`${endpoint.method} ${BASE_PATHS[base]}${endpoint.path}\``)
  const needs = { wallet: ' Needs a session.', operator: ' Needs the operator token.' }
  return [
    calls.join('<br>'),
    `\`${endpoint.id}\``,
    `${endpoint.summary}.${endpoint.access ? needs[endpoint.access] : ''}`,
  ]
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows]
  return lines.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n')
}

if (!process.argv.includes('--check')) {
  writeFileSync(TARGET, page)
} else if (readFileSync(TARGET, 'utf8') !== page) {
  process.stderr.write('docs/reference/endpoints.md is stale: run the code generation.\n')
  process.exitCode = 1
}
