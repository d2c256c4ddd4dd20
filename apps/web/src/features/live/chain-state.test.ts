import type { ApiClient } from '@opal/contract/client'
import type { Readiness } from '@opal/contract/network/health'
import { expect, it } from 'vitest'
import { liveStatus } from '../../shared/realtime/live-bus.ts'
import { noteVersion, readLag } from './chain-state.ts'

function answering(index: Readiness['index'] | null): ApiClient {
  return (async () => {
    if (index === null) throw new Error('unreachable')
    return { index }
  }) as unknown as ApiClient
}

// @feature shell.footer-live
it('stores the last version and the lag, and no lag while the API does not answer', async () => {
  await readLag(answering({ version: '41', lagSeconds: 12.4, lagVersions: '3' }))
  expect(liveStatus.get()).toMatchObject({ version: '41', behindSeconds: 12 })
  noteVersion('44')
  noteVersion('43')
  await readLag(answering({ version: '42', lagSeconds: null, lagVersions: null }))
  expect(liveStatus.get()).toMatchObject({ version: '44', behindSeconds: null })
  await readLag(answering(null))
  expect(liveStatus.get()).toMatchObject({ version: '44', behindSeconds: null })
})
