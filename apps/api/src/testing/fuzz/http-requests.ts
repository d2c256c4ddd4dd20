import type { Endpoint } from '@opal/contract/http/endpoint'
import { ERROR_STATUS } from '@opal/contract/http/error-body'
import type { FuzzRequest } from './fuzz-request.ts'
import { hostileText, hostileValue, knownText } from './hostile-values.ts'
import type { Random } from './random.ts'

/** The parts of an OpenAPI operation that a request needs. */
export interface Operation {
  readonly method: FuzzRequest['method']
  readonly path: string
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[]
  readonly body: Schema | null
  /** The contract's own entry; null for what is no call of the contract. */
  readonly endpoint: Endpoint | null
}

/** The members of JSON schema that the description uses. */
interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
}

interface DescribedOperation {
  readonly operationId?: string
  readonly parameters?: Operation['parameters']
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> }
}

/** Every call of an OpenAPI document, with its endpoint of the contract. */
export function readOperations(document: OpenApi, catalogue: readonly Endpoint[]): readonly Operation[] {
  const byId = new Map(catalogue.map((endpoint) => [endpoint.id, endpoint]))
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      method: method.toUpperCase() as FuzzRequest['method'],
      path,
      parameters: described.parameters ?? [],
      body: described.requestBody?.content['application/json']?.schema ?? null,
      endpoint: byId.get((described.operationId ?? '').replace(/-(main|aggregator|data|root)$/, '')) ?? null,
    })),
  )
}

/** A request to one of the calls: what it asks for, somewhat changed, or something else altogether. */
export function httpRequest(random: Random, operations: readonly Operation[]): FuzzRequest {
  const operation = random.pick(operations)
  const { endpoint } = operation
  const wildness = random.pick([0, 0.05, 0.2, 0.6])
  const url = pathOf(random, operation, wildness) + queryOf(random, operation, wildness)
  const payload = operation.body === null && !random.chance(0.05) ? undefined : bodyOf(random, operation, wildness)
  return {
    call: `${operation.method} ${operation.path}`,
    method: random.chance(0.02)
      ? random.pick(['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD', 'OPTIONS'])
      : operation.method,
    url,
    headers: headersOf(random, payload),
    ...(payload !== undefined && { payload }),
    dialect: 'contract',
    serverErrors: [
      'overloaded',
      ...(endpoint?.errors.filter((code) => ERROR_STATUS[code] > 500) ?? []),
      ...(endpoint === null ? (['media-unavailable'] as const) : []),
    ],
  }
}

function pathOf(random: Random, { path, endpoint }: Operation, wildness: number): string {
  const given = endpoint?.example.params ?? {}
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = (given as Record<string, unknown>)[name]
    if (random.chance(wildness)) return segment(random)
    return encodeURIComponent(value === undefined || random.chance(0.3) ? knownText(random) : String(value))
  })
  return random.chance(wildness / 10) ? `${filled}/${segment(random)}` : filled
}

/** A part of a path; sometimes as no client would encode it. */
function segment(random: Random): string {
  const text = hostileText(random).toWellFormed()
  return random.chance(0.8) ? encodeURIComponent(text) : text.replace(/[^\x21-\x7e]|[?#]/g, '')
}

function queryOf(random: Random, { parameters, endpoint }: Operation, wildness: number): string {
  const query = new URLSearchParams()
  const given = (endpoint?.example.query ?? {}) as Record<string, unknown>
  for (const { name, schema, ...parameter } of parameters) {
    if (parameter.in !== 'query') continue
    const example = given[name]
    if (example === undefined ? !random.chance(0.4) : random.chance(wildness)) continue
    for (let times = random.chance(wildness / 3) ? random.whole(2, 60) : 1; times > 0; times--) {
      if (random.chance(wildness)) query.append(name, hostileText(random))
      else
        query.append(name, String(example !== undefined && random.chance(0.6) ? example : schemaValue(random, schema)))
    }
  }
  if (random.chance(wildness / 4)) query.append(hostileText(random), hostileText(random))
  const text = query.toString()
  return text === '' ? '' : `?${random.chance(wildness / 8) ? text.replaceAll('%', '%%') : text}`
}

/** A value of a schema; texts are ones that may mean something. */
function schemaValue(random: Random, schema: Schema): unknown {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return schemaValue(random, random.pick(choices))
  if (schema.enum !== undefined) return random.pick(schema.enum)
  if (schema.const !== undefined) return schema.const
  const type = typeof schema.type === 'string' ? schema.type : random.pick(schema.type ?? ['string'])
  if (type === 'integer' || type === 'number') {
    const { minimum = 0, maximum = 1_000_000 } = schema
    return random.pick([minimum, maximum, random.whole(minimum, Math.min(maximum, minimum + 100))])
  }
  if (type === 'boolean') return random.chance(0.5)
  if (type === 'null') return null
  if (type === 'array') return Array.from({ length: random.whole(0, 4) }, () => schemaValue(random, schema.items ?? {}))
  if (type === 'object') {
    const members = Object.entries(schema.properties ?? {})
    const chosen = members.filter(([name]) => schema.required?.includes(name) || random.chance(0.5))
    return Object.fromEntries(chosen.map(([name, member]) => [name, schemaValue(random, member)]))
  }
  return random.chance(0.2) ? hostileText(random) : knownText(random)
}

function bodyOf(random: Random, { body, endpoint }: Operation, wildness: number): string {
  const example = endpoint?.example.body
  const meant = example !== undefined && random.chance(0.7) ? example : schemaValue(random, body ?? {})
  const text = JSON.stringify(mutated(random, meant, wildness)) ?? 'null'
  if (!random.chance(wildness / 6)) return text
  return random.pick([
    () => text.slice(0, random.whole(0, text.length)),
    () => '['.repeat(30_000),
    () => `{"a":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_001)}`,
    () => text + text,
    () => '',
    () => 'x'.repeat(random.whole(60_000, 70_000)),
    () => `{"__proto__":${text}}`,
    () => hostileText(random),
  ])()
}

/** The value with some of its parts exchanged, left out, or doubled. */
function mutated(random: Random, value: unknown, wildness: number): unknown {
  if (random.chance(wildness / 2)) return hostileValue(random)
  if (Array.isArray(value)) {
    const items = value.map((item) => mutated(random, item, wildness))
    return random.chance(wildness / 2) ? Array.from({ length: random.whole(0, 200) }, () => items[0] ?? null) : items
  }
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] =>
    random.chance(wildness / 4) ? [] : [[name, mutated(random, member, wildness)]],
  )
  if (random.chance(wildness / 4)) members.push([hostileText(random), hostileValue(random)])
  return Object.fromEntries(members)
}

function headersOf(random: Random, payload: string | undefined): Record<string, string> {
  const usual: Record<string, string> = payload === undefined ? {} : { 'content-type': 'application/json' }
  if (!random.chance(0.08)) return usual
  return {
    ...usual,
    ...random.pick<Record<string, string>>([
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/json; charset=utf-16' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': 'multipart/form-data; boundary=x' },
      { 'content-type': 'multipart/form-data' },
      { 'content-type': ';;;' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://127.0.0.1:9999' },
      { cookie: 'opal_session=guess' },
      { cookie: `opal_session=${'x'.repeat(4_000)}; =; ;;opal_session=%` },
      { authorization: 'Bearer ' },
      { 'accept-encoding': 'br;q=zebra, gzip, *;q=0' },
      { 'if-none-match': '"'.repeat(100) },
      { 'x-forwarded-for': '127.0.0.1, ::1, zebra' },
      { host: 'evil.example:99999' },
      { range: 'bytes=-1-' },
    ]),
  }
}
