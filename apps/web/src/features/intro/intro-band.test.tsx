import { readFileSync } from 'node:fs'
import { getMarketTotals } from '@opal/contract/collections/collection-stats'
import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { commandRequest, finishCommand, openConnect } from '../../app/commands.ts'
import { STORED_WALLET_SCRIPT, storeWallet } from '../../entities/wallet/stored-wallet.ts'
import { walletSession } from '../../entities/wallet/wallet-session.ts'
import { ApiFailure, renderSite } from '../../testing/render-site.tsx'
import { MARKETPLACES } from '../../testing/testing-marketplaces.ts'
import { IntroBand } from './intro-band.tsx'
import { TOTALS_REFETCH_MS } from './market-totals-query.ts'

// @vitest-environment happy-dom
const TOTALS = { collectionCount: 25, listedCount: 1234, oneDayVolume: '369900000000', oneDaySales: 171 }

const TOTALS_PATH = `/aggregator${getMarketTotals.path}`

function fail(): never {
  throw new ApiFailure(503, 'The database does not answer.', 'unavailable')
}

function forgetIntro(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as the site stores it.
  document.cookie = 'opal.intro=; path=/; max-age=0'
}
beforeEach(forgetIntro)
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  forgetIntro()
  walletSession.set(walletSession.initial)
})

// @feature landing.intro
describe('the introduction', () => {
  it('says what Opal is, in three steps, with the numbers of the market', async () => {
    renderSite(<IntroBand totals={TOTALS} loadedAt={Date.now()} />, {})
    const band = screen.getByRole('region', { name: 'About Opal' })
    expect(band.textContent).toMatch(
      /One checkout.*1Connect a wallet2.*3Check out once for them all.*Listings1,234.*1d volume.*3\.7K.*1d sales171/,
    )
    const start = screen.getByRole('button', { name: 'Get started' })
    await userEvent.click(start)
    expect(commandRequest('openConnect')).not.toBeNull()
    expect(start.getAttribute('aria-busy')).toBe('true')
    expect(document.activeElement).toBe(start)
    act(() => finishCommand('openConnect'))
    expect(start.getAttribute('aria-busy')).toBeNull()
  })

  it.each([0, 1, 2, 5])('promises no more than there is, with %i marketplaces to buy from', (open) => {
    const [marketplace] = MARKETPLACES
    if (marketplace === undefined) throw new Error('no marketplace')
    const all = Array.from({ length: 6 }, (_, at) => ({
      ...marketplace,
      id: `m${at}`,
      status: at < open ? ('active' as const) : ('cancel-only' as const),
    }))
    renderSite(<IntroBand totals={null} loadedAt={Date.now()} />, {}, all)
    const text = screen.getByRole('region', { name: 'About Opal' }).textContent ?? ''
    expect(text.startsWith(`${open} Aptos marketplaces. One checkout.`)).toBe(open > 1)
    expect(/(\d+) Aptos marketplaces/.exec(text)?.[1]).toBe(open > 1 ? `${open}` : undefined)
    expect(text).not.toMatch(/every [a-z ]*listing/i)
  })

  it('is not busy with what another button asked for, before or after its own press', async () => {
    renderSite(<IntroBand totals={TOTALS} loadedAt={Date.now()} />, {})
    const start = screen.getByRole('button', { name: 'Get started' })
    for (const isOwn of [false, true, false]) {
      if (isOwn) await userEvent.click(start)
      else act(() => openConnect())
      expect(commandRequest('openConnect')).not.toBeNull()
      expect(start.getAttribute('aria-busy')).toBe(isOwn ? 'true' : null)
      act(() => finishCommand('openConnect'))
      expect(start.getAttribute('aria-busy')).toBeNull()
    }
  })

  it('keeps the counters current while the page is open, and the last ones through a failed reading', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    const answers = [{ ...TOTALS, oneDaySales: 172 }, null, { ...TOTALS, oneDaySales: 175 }]
    let readings = 0
    renderSite(<IntroBand totals={TOTALS} loadedAt={Date.now()} />, {
      [TOTALS_PATH]: () => answers[readings++] ?? fail(),
    })
    const sales = () => screen.getByText('1d sales').closest('div')?.textContent
    expect(sales()).toBe('1d sales171')
    for (const [index, shown] of ['1d sales172', '1d sales172', '1d sales175'].entries()) {
      await act(() => vi.advanceTimersByTimeAsync(TOTALS_REFETCH_MS))
      await vi.waitFor(() => {
        expect(readings, 'reading').toBe(index + 1)
        expect(sales()).toBe(shown)
      }, 10_000)
    }
  })

  it('stays without numbers where they cannot be had', () => {
    renderSite(<IntroBand totals={null} loadedAt={Date.now()} />, {})
    expect(screen.getByRole('region', { name: 'About Opal' }).textContent).not.toContain('Listings')
  })

  it('is gone for good when it is closed, and says so', async () => {
    renderSite(<IntroBand totals={TOTALS} loadedAt={Date.now()} />, {})
    expect(screen.getByRole('status').textContent).toBe('')
    await userEvent.click(screen.getByRole('button', { name: 'Close introduction' }))
    expect(screen.queryByRole('region', { name: 'About Opal' })).toBeNull()
    expect(screen.getByRole('status').textContent).toBe('Introduction closed.')
    expect(document.cookie).toContain('opal.intro=hidden')
  })

  it('is gone for good once a wallet is connected, and says so', () => {
    renderSite(<IntroBand totals={TOTALS} loadedAt={Date.now()} />, {})
    act(() => walletSession.set((before) => ({ ...before, status: 'connected' })))
    expect(screen.queryByRole('region', { name: 'About Opal' })).toBeNull()
    expect(screen.getByRole('status').textContent).toBe('Wallet connected.')
    expect(document.cookie).toContain('opal.intro=hidden')
  })

  it.each([
    ['is not drawn for a remembered wallet', true],
    ['is drawn without one', false],
  ])('%s, as the script of the head knows before the first paint', (_, isRemembered) => {
    if (isRemembered) storeWallet({ name: 'Petra', address: `0x${'a'.repeat(64)}`, publicKey: '0xkey' })
    new Function(STORED_WALLET_SCRIPT)()
    renderSite(<IntroBand totals={TOTALS} loadedAt={Date.now()} />, {})
    const band = screen.getByRole('region', { name: 'About Opal', hidden: true })
    const sheet = document.createElement('style')
    const css = readFileSync(`${import.meta.dirname}/intro-band.module.css`, 'utf8')
    sheet.textContent = css.replaceAll(/\.band\b/g, `.${band.className}`)
    document.head.append(sheet)
    expect(getComputedStyle(band).display).toBe(isRemembered ? 'none' : 'grid')
    storeWallet(null)
    document.documentElement.removeAttribute('data-wallet')
    sheet.remove()
  })

  it('says nothing to someone who has connected before', () => {
    // biome-ignore lint/suspicious/noDocumentCookie: as the site stores it.
    document.cookie = 'opal.intro=hidden; path=/'
    renderSite(<IntroBand totals={null} loadedAt={Date.now()} />, {}, MARKETPLACES, { cookies: document.cookie })
    act(() => walletSession.set((before) => ({ ...before, status: 'connected' })))
    expect(screen.getByRole('status').textContent).toBe('')
  })
})
