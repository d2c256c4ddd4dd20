import type { ApiClient } from '@opal/contract/client'
import type { Readiness } from '@opal/contract/network/health'
import { afterEach, expect, it, vi } from 'vitest'
import { latestRate } from '../../shared/format/apt-rate.ts'
import { liveStatus } from '../../shared/realtime/live-bus.ts'
import { noteVersion, rateReader, readLag } from './chain-state.ts'

afterEach(() => vi.restoreAllMocks())
afterEach(() => latestRate.set(latestRate.initial))

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

/** Answers one price after the other. The client of the API answers none where it is not reached. */
function pricing(...prices: readonly { readonly value: number; readonly ageSeconds: number | null }[]): ApiClient {
  const left = [...prices]
  return (async () => left.shift() ?? { value: 0, ageSeconds: null }) as unknown as ApiClient
}

// @feature currency.toggle
it('ages the price of APT while there is no new one, and knows none after an hour', async () => {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(0)
  const read = rateReader(pricing({ value: 8.42, ageSeconds: 20 }))
  const rates: unknown[] = []
  for (let minute = 0; minute <= 60; minute += 1) {
    clock.mockReturnValue(minute * 60_000)
    await read()
    rates.push(latestRate.get())
  }
  const known = Array.from({ length: 60 }, (_, minute) => ({ cents: 842n, ageSeconds: 20 + minute * 60 }))
  expect(rates).toEqual([...known, { cents: null, ageSeconds: null }])
})

// @feature currency.toggle
it('leaves a configured price of APT as it is', async () => {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(0)
  const read = rateReader(pricing({ value: 8.42, ageSeconds: null }))
  await read()
  clock.mockReturnValue(36_000_000)
  await read()
  expect(latestRate.get()).toEqual({ cents: 842n, ageSeconds: null })
})
