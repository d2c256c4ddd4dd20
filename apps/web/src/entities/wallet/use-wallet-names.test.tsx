// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../app/loading/query-client.ts'
import { ApiFailure, renderSite } from '../../testing/render-site.tsx'
import { ME } from '../../testing/testing-item.ts'
import { type LoadedNames, useWalletNames } from './use-wallet-names.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const NAMES = '/data/user/names'
const answer = (name: string | null) => ({ data: [{ wallet_address: ME, name, is_wallet_address: true }] })

function Name({ loaded }: { loaded?: LoadedNames }) {
  return <p>{useWalletNames([ME], loaded).get(ME) ?? 'nameless'}</p>
}

/** Renders with the settings of the site's own queries. */
const show = (part: ReactNode, names: () => unknown) =>
  renderSite(part, { [NAMES]: names }, undefined, { queries: createQueryClient() })

/** Lets time pass while the tab is hidden, then shows it. */
const returnAfter = (seconds: number) =>
  act(async () => {
    vi.setSystemTime(Date.now() + seconds * 1_000)
    window.dispatchEvent(new Event('visibilitychange'))
  })

// @feature wallet.names-current
it.each([
  ['without names of the server', false],
  ['with names of the server', true],
])('reads names again when the tab is shown after a minute, not before: %s', async (_, isLoaded) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  let name: string | null = 'ada.apt'
  const asked = vi.fn(() => answer(name))
  const loaded = { names: answer(name).data, loadedAt: Date.now() }
  show(<Name {...(isLoaded && { loaded })} />, asked)
  await screen.findByText('ada.apt')
  const first = isLoaded ? 0 : 1
  expect(asked).toHaveBeenCalledTimes(first)
  name = 'lovelace.apt'
  await returnAfter(59)
  expect(asked).toHaveBeenCalledTimes(first)
  screen.getByText('ada.apt')
  await returnAfter(2)
  await screen.findByText('lovelace.apt')
  name = null
  await returnAfter(61)
  await screen.findByText('nameless')
})

// @feature wallet.names-current
it('keeps the names that are known where they cannot be read again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const asked = vi.fn((): unknown => {
    if (asked.mock.calls.length > 1) throw new ApiFailure(503, 'away')
    return answer('ada.apt')
  })
  show(<Name />, asked)
  await screen.findByText('ada.apt')
  await returnAfter(61)
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
  await act(async () => {})
  screen.getByText('ada.apt')
})
