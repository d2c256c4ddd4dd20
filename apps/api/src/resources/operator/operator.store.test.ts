import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ask, refused } from '../../testing/ask.ts'
import { createTestApi, TEST_OPERATOR_TOKEN, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
beforeEach(async () => {
  api = await createTestApi()
})
afterEach(() => api[Symbol.asyncDispose]())

describe('the operator', () => {
  const authorization = `Bearer ${TEST_OPERATOR_TOKEN}`
  const quiet = async () =>
    (await ask(api, 'GET', '/aggregator/collection/search/quiet?page=1&take=1')).json.data[0] as {
      collectionId: string
      isVerified: boolean
    }

  it('features a collection, takes it off again, and vouches for it', async () => {
    const { collectionId } = await quiet()
    const feature = (isfeatured: boolean) =>
      ask(api, 'PATCH', `/api/collection/${collectionId}/feature`, { isfeatured }, { authorization })
    const featured = async () =>
      (await ask(api, 'GET', '/aggregator/collection/featured')).json.data.map(
        (row: { collectionId: string }) => row.collectionId,
      )
    expect((await feature(true)).json).toEqual({ collectionId, isFeatured: true })
    expect(await featured()).toContain(collectionId)
    expect((await quiet()).isVerified).toBe(true)
    await feature(false)
    expect(await featured()).not.toContain(collectionId)
    await ask(api, 'PATCH', `/api/collection/${collectionId}/verify`, { isVerified: false }, { authorization })
    expect((await quiet()).isVerified).toBe(false)
  })

  it('is absent without the token, or where none is configured', async () => {
    const url = `/api/collection/${EXAMPLE.collectionId}/feature`
    expect(await ask(api, 'PATCH', url, { isfeatured: true })).toMatchObject(refused(403, 'operator-only'))
    expect(await ask(api, 'PATCH', url, { isfeatured: true }, { authorization: 'Bearer x' })).toMatchObject(
      refused(403, 'operator-only'),
    )
  })
})
