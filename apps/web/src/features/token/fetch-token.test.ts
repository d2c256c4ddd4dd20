import type { ApiClient } from '@opal/contract/client'
import { afterEach, expect, it, vi } from 'vitest'
import { fetchToken } from './fetch-token.ts'

afterEach(() => void vi.restoreAllMocks())

const failing = (async () => Promise.reject(new Error('out of order'))) as unknown as ApiClient

// @feature token.failed
it('logs and rethrows a failure, unless the request was cancelled', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  await expect(fetchToken(failing, '0x1', new AbortController().signal)).rejects.toThrow('out of order')
  expect(log).toHaveBeenCalledExactlyOnceWith('The token could not be fetched.', new Error('out of order'))
  await expect(fetchToken(failing, '0x1', AbortSignal.abort())).rejects.toThrow('out of order')
  expect(log).toHaveBeenCalledTimes(1)
})
