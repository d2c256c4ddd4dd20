import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { CATALOGUE } from './catalogue.ts'
import type { Endpoint } from './endpoint.ts'

const endpoints = CATALOGUE as unknown as readonly Endpoint[]

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
