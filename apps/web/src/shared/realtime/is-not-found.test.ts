import { createApiClient } from '@opal/contract/client'
import { getCollection } from '@opal/contract/collections'
import { ERROR_STATUS, type ErrorCode } from '@opal/contract/http/error-body'
import { expect, it } from 'vitest'
import { isNotFound } from './is-not-found.ts'
import { throwing } from './throwing.ts'

/** Returns the error of a call that the API answers with this code. */
async function failure(code: ErrorCode): Promise<unknown> {
  const body = { error: { code, message: 'no', retryable: false, details: {} } }
  const api = createApiClient({
    api: 'http://api',
    fetch: async () => Response.json(body, { status: ERROR_STATUS[code] }),
  })
  return api(throwing(getCollection), { params: { id: 'x'.repeat(201) } }).catch((error: unknown) => error)
}

// @feature route.collection
it('treats an invalid name as not found, and no other failure', async () => {
  for (const code of ['collection-not-found', 'not-found', 'invalid-request'] as const) {
    expect(isNotFound(await failure(code)), code).toBe(true)
  }
  for (const code of ['internal', 'overloaded', 'rate-limited'] as const) {
    expect(isNotFound(await failure(code)), code).toBe(false)
  }
  expect(isNotFound(new Error('x'))).toBe(false)
})
