import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { CATALOGUE } from './catalogue.ts'
import type { Endpoint } from './endpoint.ts'

const endpoints = CATALOGUE as unknown as readonly Endpoint[]

/** Most rows of a page, where it is not 100. */
const MAX_ROWS: Readonly<Record<string, number>> = {
  'search-collections': 50,
  'list-minting-collections': 50,
  'list-live-messages': 500,
}

/** Lists, with the schema of each query member that says how many rows a page has. */
const lists = endpoints.flatMap(({ id, query }) => {
  if (!(query instanceof z.ZodObject)) return []
  return ['limit', 'take'].flatMap((name) =>
    name in query.shape ? [[id, query.shape[name] as z.ZodType] as const] : [],
  )
})

describe('the catalogue', () => {
  it('names every call once', () => {
    expect(new Set(endpoints.map((endpoint) => endpoint.id)).size).toBe(endpoints.length)
  })

  it('mounts no two calls in one place', () => {
    const places = endpoints.flatMap((endpoint) =>
      endpoint.bases.map((base) => `${endpoint.method} ${base} ${endpoint.path}`),
    )
    expect(new Set(places).size).toBe(places.length)
  })

  it('counts every trade that is built, and every file that is sent as it is read, by limits of their own', () => {
    const budgets = (prefix: string) =>
      new Set(endpoints.filter(({ id }) => id.startsWith(prefix)).map(({ budget }) => budget))
    expect([budgets('build-'), budgets('export-')]).toEqual([new Set(['trade']), new Set(['export'])])
    const files = endpoints.filter(({ produces }) => produces === 'application/octet-stream')
    expect(files.map(({ budget }) => budget)).toEqual(files.map(() => expect.stringMatching(/^(export|snapshot)$/)))
  })

  it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))('%s has a valid example', (_, endpoint) => {
    expect(endpoint.params.safeParse(endpoint.example.params ?? {}).error).toBeUndefined()
    expect(endpoint.query.safeParse(endpoint.example.query ?? {}).error).toBeUndefined()
    expect(endpoint.body.safeParse(endpoint.example.body).error).toBeUndefined()
  })

  it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s refuses unknown query members',
    (_, endpoint) => {
      expect(endpoint.query.safeParse({ ...endpoint.example.query, surprise: '1' }).success).toBe(false)
    },
  )

  it.each(lists)('%s gives from one row to as many as a page may hold', (id, rows) => {
    const max = MAX_ROWS[id] ?? 100
    const taken = [0, 1, max, max + 1].filter((count) => rows.safeParse(String(count)).success)
    expect(taken).toEqual([1, max])
  })

  it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s names every parameter of its path',
    (_, endpoint) => {
      const names = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1])
      expect(Object.keys(endpoint.example.params ?? {})).toEqual(names)
    },
  )

  it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s can be described in JSON Schema',
    (_, endpoint) => {
      expect(() => z.toJSONSchema(endpoint.response, { io: 'output' })).not.toThrow()
      expect(() => z.toJSONSchema(endpoint.query, { io: 'input' })).not.toThrow()
    },
  )
})
