import { createApiClient } from '@opal/contract/client'
import { expect, it } from 'vitest'
import { fetchCollection } from './fetch-collections.ts'

/** An API that answers every request with this error. */
function refusing(status: number, code: string) {
  const body = { error: { code, message: 'no', retryable: status >= 500, details: {} } }
  return createApiClient({ api: 'http://api.test', fetch: async () => Response.json(body, { status }) })
}

// @feature collection.supply-failed
it('throws for a failed request, and returns null only for a missing collection', async () => {
  expect(await fetchCollection(refusing(404, 'collection-not-found'), 'nowhere')).toBeNull()
  await expect(fetchCollection(refusing(503, 'overloaded'), 'stones')).rejects.toMatchObject({ code: 'overloaded' })
})
