import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import type * as places from '@opal/store/queries/tokens/find-collection-tokens'
import { findCollectionTokens } from '@opal/store/queries/tokens/find-collection-tokens'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

vi.mock('@opal/store/queries/tokens/find-collection-tokens', async (importOriginal) => {
  const module = await importOriginal<typeof places>()
  return { ...module, findCollectionTokens: vi.fn(module.findCollectionTokens) }
})

const FLOOD = 40
const { collectionId, buyer: walletAddress } = EXAMPLE

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

function sweep(filter: object, address: number) {
  const payload = { walletAddress, collectionId, count: 1, filter }
  return api.server.inject({
    method: 'POST',
    url: '/api/collection/nfts/sweep',
    payload,
    remoteAddress: `198.51.100.${address}`,
  })
}

it.each([
  ['for any token', {}],
  ['by a part of the name', { name: 'no such name' }],
])(
  'what sweeps %s choose from is looked for by two of them at a time, from however many addresses they come',
  async (_, filter) => {
    const { findCollectionTokens: find } = await vi.importActual<typeof places>(
      '@opal/store/queries/tokens/find-collection-tokens',
    )
    let [running, most] = [0, 0]
    vi.mocked(findCollectionTokens).mockImplementation(async (...asked) => {
      running += 1
      most = Math.max(most, running)
      try {
        return await find(...asked)
      } finally {
        running -= 1
      }
    })
    const answers = await Promise.all(Array.from({ length: FLOOD }, (_none, at) => sweep(filter, at % 10)))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(most).toBe(2)
  },
)
