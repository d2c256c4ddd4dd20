import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import Fastify from 'fastify'
import { afterAll, expect, it } from 'vitest'
import { SeenVersions } from './seen-versions.ts'

const stack = new AsyncDisposableStack()
afterAll(() => stack.disposeAsync())

/** A server that answers how it understands an address, and what is left of it as the key of a cached answer. */
function echo(seen?: SeenVersions) {
  const server = Fastify()
  stack.defer(() => server.close())
  seen?.serve(server)
  server.get('/search/:text', async ({ raw, params, query }) => ({ key: raw.url, params, query }))
  return async (url: string) => (await server.inject(url)).json()
}
const withVersions = echo(new SeenVersions(async () => undefined))
const withoutThem = echo()

const parts = (...texts: readonly string[]) => fc.array(fc.constantFrom(...texts), { maxLength: 8 })

// @feature operate.replicas
it('the address under which an answer is cached asks for the same, whatever in a path or a value reads like a version', async () => {
  await fc.assert(
    fc.asyncProperty(
      parts('seen=7', '&', 'name', '=', 'x'),
      parts('seen=7', '&', '?', 'name=', 'take=5', 'x'),
      async (path, query) => {
        const url = `/search/a${path.join('')}${query.length > 0 ? '?' : ''}${query.join('')}`
        const asked = await withVersions(url)
        const cached = await withoutThem(asked.key)
        for (const one of [asked, cached]) delete one.query.seen
        expect(asked).toEqual(cached)
      },
    ),
    { numRuns: runs(300) },
  )
})

it.each([
  ['/search/a?seen=7', '/search/a'],
  ['/search/a?seen=7&take=5', '/search/a?take=5'],
  ['/search/a?take=5&seen=7', '/search/a?take=5'],
  ['/search/a?take=5&seen=7&page=2', '/search/a?take=5&page=2'],
  ['/search/a?take=5&seen=7x&seen=7', '/search/a?take=5&seen=7x'],
  ['/search/a?name=b?seen=7', '/search/a?name=b?seen=7'],
  ['/search/a&seen=7', '/search/a&seen=7'],
])('of %s the version is left out of the key: %s', async (url, key) => {
  const asked = await withVersions(url)
  expect(asked.key).toBe(key)
  expect(asked.query).not.toHaveProperty('seen')
})
