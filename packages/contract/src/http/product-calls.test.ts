import { expect, it } from 'vitest'
import { CATALOGUE } from './catalogue.ts'
import type { Endpoint } from './endpoint.ts'
import { PRODUCT_CALLS } from './product-calls.ts'

const endpoints = new Map((CATALOGUE as unknown as readonly Endpoint[]).map((endpoint) => [endpoint.id, endpoint]))
/** A path without the names of its parameters. */
const bare = (path: string) => path.replace(/\{\w+\}|:\w+/g, '*')

it.each(PRODUCT_CALLS.map((call) => [`${call.method} ${call.base} ${call.path}`, call] as const))(
  '%s is answered where the documents say',
  (_, { method, base, path, endpoint }) => {
    const found = endpoints.get(endpoint)
    expect(found && { method: found.method, path: bare(found.path) }).toEqual({ method, path: bare(path) })
    expect(found?.bases).toContain(base)
  },
)
