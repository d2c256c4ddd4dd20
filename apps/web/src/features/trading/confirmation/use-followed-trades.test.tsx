import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import fc from 'fast-check'
import { useEffect } from 'react'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { addToCart, cart } from '../../../entities/order/cart.ts'
import { pendingTokens } from '../../../entities/token/pending-tokens.ts'
import type { ChainNode } from '../../../entities/wallet/chain-node.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { testingItem } from '../../../testing/testing-item.ts'
import { MARKETPLACES } from '../../../testing/testing-marketplaces.ts'
import { READY } from '../testing/trade-harness.tsx'
import { openTrades, type Trade, trades } from './pending-trades.ts'
import { onSettled } from './settled-listeners.ts'
import TradeTray from './trade-tray.tsx'
import { useFollowedTrades } from './use-followed-trades.ts'

// @vitest-environment happy-dom
const { showToast } = vi.hoisted(() => ({
  showToast: vi.fn(async (_message: string, _kind?: string, _link?: { href: string }) => () => {}),
}))
vi.mock('@opal/ui/feedback/show-toast', () => ({ showToast }))

/** Long after the wallet was asked. */
const LONG_AGO_MS = 24 * 3_600_000
const HASH = `0x${'1'.repeat(64)}`
const CALL = '0x1::market::buy'

function left(change: Partial<Trade>): Trade {
  return {
    id: 'left',
    walletAddress: `0x${'a'.repeat(64)}`,
    kind: 'list',
    call: CALL,
    hash: null,
    version: null,
    doing: 'Listing Stone #9',
    success: 'Item listed',
    failure: 'Failed to execute transaction.',
    image: null,
    tokenDataIds: [],
    submittedAtMs: Date.now() - LONG_AGO_MS,
    sequenceNumber: '7',
    sentence: null,
    state: 'unanswered',
    ...change,
  }
}

/** The account's transactions since: none, another one, or this one, committed as successful or failed. */
type Past = 'nothing' | 'something else' | 'sent' | 'sent and refused' | 'sent and dropped'
function nodeOf(past: Past): ChainNode {
  return {
    balance: async () => 0n,
    ledgerTimeMs: async () => Date.now(),
    sequenceNumber: async () => 8n,
    transactionAt: async () =>
      past === 'nothing' ? null : { hash: HASH, call: past === 'something else' ? '0x1::coin::transfer' : CALL },
    transaction: async () =>
      past === 'sent and dropped'
        ? { state: 'unknown' }
        : {
            state: 'committed',
            success: past === 'sent',
            sender: left({}).walletAddress,
            version: 5n,
            vmStatus: 'Out of gas',
            gasOctas: 1n,
          },
  }
}
function ReloadedPage({ node }: { node: ChainNode }) {
  useEffect(openTrades, [])
  return <Page node={node} />
}

const ANSWERS = { '/readyz': () => READY }

function Page({ node }: { node: ChainNode }) {
  useFollowedTrades(node)
  return <TradeTray />
}

afterEach(() => {
  cleanup()
  trades.set([])
  localStorage.clear()
  showToast.mockClear()
})

describe('a trade whose page was closed during the wallet request', () => {
  // @feature trade.unanswered, trade.not-successful, trade.tray
  it('shows the same result once in toast and tray, whatever it is', async () => {
    const past = fc.constantFrom<Past>('nothing', 'something else', 'sent and refused', 'sent and dropped')
    const failure = fc.constantFrom('Failed to execute transaction.', 'Request Rejected', 'Error Accepting Bid')
    await fc.assert(
      fc.asyncProperty(past, failure, fc.constantFrom('7', null), async (what, words, sequenceNumber) => {
        showToast.mockClear()
        localStorage.clear()
        trades.set([left({ failure: words, sequenceNumber })])
        const { unmount } = renderSite(<Page node={nodeOf(what)} />, ANSWERS)
        await waitFor(() => expect(showToast).toHaveBeenCalled())
        await act(async () => {})
        const [message, kind] = showToast.mock.calls[0] ?? []
        const [trade] = trades.get()
        expect(kind).toBe('error')
        if (trade?.state === 'failed') {
          // The chain refused it: the action's own words, and why in the tray.
          expect([message, screen.queryAllByText(/Only the gas fee was charged/).length > 0]).toEqual([words, true])
        } else {
          expect(trade?.state).toBe('lost')
          expect(screen.getByText(String(message))).toBeTruthy()
        }
        expect(showToast).toHaveBeenCalledTimes(1)
        unmount()
        cleanup()
        document.body.innerHTML = ''
      }),
      { seed: 20261123, numRuns: 12 },
    )
  })
})

describe('a trade that is no longer waited for', () => {
  const ITEM = `0x${'9'.repeat(64)}`
  // @feature trade.unanswered
  it.each([
    ['nothing', false],
    ['nothing', true],
    ['sent', false],
  ] as const)('frees its items at once, and is still looked for: %s came, closed: %s', async (later, isClosed) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    let past: Past = 'nothing'
    const transactionAt = vi.fn((...asked: Parameters<ChainNode['transactionAt']>) =>
      nodeOf(past).transactionAt(...asked),
    )
    const node: ChainNode = { ...nodeOf('sent'), transactionAt }
    trades.set([left({ tokenDataIds: [ITEM], submittedAtMs: Date.now() })])
    renderSite(<Page node={node} />, ANSWERS)
    await waitFor(() => expect(pendingTokens.get().has(ITEM)).toBe(true))
    fireEvent.click(screen.getByRole('button', { name: 'Stop waiting for Listing Stone #9' }))
    await waitFor(() => expect(pendingTokens.get().has(ITEM)).toBe(false))
    screen.getByText('You stopped waiting for it. If your wallet is still asking, decline it.')
    if (isClosed) fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    past = later
    if (later === 'sent') {
      await waitFor(() => expect(showToast).toHaveBeenCalledWith('Item listed', 'success', expect.anything()))
      return
    }
    // Beyond the time for which an unknown transaction is awaited nothing is said again.
    vi.setSystemTime(Date.now() + 180_000)
    const asked = transactionAt.mock.calls.length
    await waitFor(() => expect(transactionAt.mock.calls.length).toBeGreaterThan(asked))
    await act(async () => {})
    expect(showToast).not.toHaveBeenCalled()
    expect(trades.get()).toHaveLength(isClosed ? 0 : 1)
  })

  // @feature trade.unanswered
  it.each(['asking', 'submitted', 'indexing', 'confirmed', 'failed', 'lost'] as const)(
    'is one whose page was closed, not one that is %s',
    (state) => {
      trades.set([left({ state })])
      renderSite(<TradeTray />, {})
      expect(screen.queryByRole('button', { name: /^Stop waiting/ })).toBeNull()
    },
  )
})

describe('a trade whose page was reloaded before it ended', () => {
  const IDS = ['1', '2', '3'].map((digit) => `0x${digit.repeat(64)}`)
  const reloaded = (change: Partial<Trade>) => {
    localStorage.setItem('opal.transactions', JSON.stringify([left({ state: 'submitted', hash: HASH, ...change })]))
    const data = IDS.slice(0, 2).map((id) => testingItem(id))
    const answers = {
      ...ANSWERS,
      [`/data/user/tokens/0x${'a'.repeat(64)}`]: () => ({ data, nextCursor: null, total: 2 }),
    }
    return renderSite(<ReloadedPage node={nodeOf('sent')} />, answers)
  }

  // @feature trade.tray
  it.each([
    [
      'a sweep of which some are not there',
      { kind: 'sweep', tokenDataIds: IDS },
      'Confirmed: 2 of 3 items in the wallet',
    ],
    ['a sweep of which all were bought', { kind: 'sweep', tokenDataIds: IDS.slice(0, 2) }, 'Confirmed: 2 items bought'],
    ['a cart', { kind: 'buy-cart', tokenDataIds: IDS }, 'Confirmed: 2 of 3 items in the wallet'],
    ['a purchase of one item', { kind: 'buy', tokenDataIds: IDS.slice(0, 1) }, 'Confirmed'],
    ['two editions of a token', { kind: 'sweep', tokenDataIds: [...IDS.slice(0, 1), ...IDS.slice(0, 1)] }, 'Confirmed'],
    ['a listing of several items', { kind: 'list', tokenDataIds: IDS }, 'Confirmed'],
    ['a request that the page left', { state: 'asking', hash: null }, 'Confirmed'],
  ] as const)('stays in the tray with its end until it is closed: %s', async (_, change, words) => {
    const { unmount } = reloaded(change)
    const tray = () => screen.findByRole('region', { name: 'Your transactions' })
    await waitFor(async () => expect(within(await tray()).getByTitle(HASH).textContent).toBe(words))
    expect(showToast.mock.calls.map(([message]) => message)).toEqual(['Item listed'])
    // Another reload does not lose it, and says nothing again.
    unmount()
    trades.set([])
    renderSite(<ReloadedPage node={nodeOf('sent')} />, ANSWERS)
    expect(within(await tray()).getByTitle(HASH).textContent).toMatch(/^Confirmed/)
    expect(showToast).toHaveBeenCalledTimes(1)
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('region', { name: 'Your transactions' })).toBeNull()
    expect(localStorage.getItem('opal.transactions')).toBe('[]')
  })

  // @feature trade.tray
  it('is no longer in the tray where the page that asked for it is still open, and shows its end', async () => {
    reloaded({})
    onSettled('left', () => {})
    await waitFor(() => expect(showToast).toHaveBeenCalled())
    expect(trades.get()[0]).toMatchObject({ state: 'confirmed', isLeft: false })
    expect(screen.queryByRole('region', { name: 'Your transactions' })).toBeNull()
  })
})

// @feature buy.cart
it('takes exactly what it has bought out of the cart, wherever that was bought', async () => {
  const ids = ['1', '2', '3', '4'].map((digit) => `0x${digit.repeat(64)}`)
  const kinds = fc.constantFrom('buy', 'buy-cart', 'sweep', 'list')
  const some = fc.subarray(ids, { minLength: 1 })
  await fc.assert(
    fc.asyncProperty(kinds, some, fc.subarray(ids), fc.subarray(ids), fc.boolean(), async (...drawn) => {
      const [kind, asked, stored, held, isSuccess] = drawn
      localStorage.clear()
      cart.set([])
      addToCart(stored.map((id) => testingItem(id, { listedPrice: '1' })))
      trades.set([left({ state: 'submitted', hash: HASH, kind, tokenDataIds: asked })])
      const data = held.map((id) => testingItem(id))
      const answers = {
        ...ANSWERS,
        [`/data/user/tokens/0x${'a'.repeat(64)}`]: () => ({ data, nextCursor: null, total: 0 }),
      }
      const settled = new Promise<void>((resolve) => onSettled('left', () => resolve()))
      renderSite(<Page node={nodeOf(isSuccess ? 'sent' : 'sent and refused')} />, answers)
      await act(() => settled)
      // A purchase of one item buys it or fails.
      const bought = asked.length === 1 ? asked : asked.filter((id) => held.includes(id))
      const gone = isSuccess && kind !== 'list' ? bought : []
      expect(cart.get().map(({ tokenDataId }) => tokenDataId)).toEqual(stored.filter((id) => !gone.includes(id)))
      cleanup()
    }),
    { numRuns: 25 },
  )
})

// @feature trade.tray
it('says once that a trade is confirmed, immediately and in a toast with its transaction, while everything is fetched again', async () => {
  trades.set([left({ state: 'submitted', hash: HASH })])
  const settled = vi.fn()
  onSettled('left', settled)
  const queries = new QueryClient()
  const refetched = Promise.withResolvers<void>()
  const invalidate = vi.spyOn(queries, 'invalidateQueries').mockReturnValue(refetched.promise)
  renderSite(<Page node={nodeOf('sent')} />, ANSWERS, MARKETPLACES, { queries })
  await waitFor(() => expect(invalidate).toHaveBeenCalled())
  expect(showToast.mock.calls.map(([message]) => message)).toEqual(['Item listed'])
  expect(showToast.mock.calls[0]?.[2]?.href).toContain(HASH)
  expect(trades.get()[0]?.state).toBe('confirmed')
  expect(screen.queryByRole('region', { name: 'Your transactions' })).toBeNull()
  // A sweep's bar no longer holds its number, which would be of the next items.
  await waitFor(() => expect(settled).toHaveBeenCalledWith('confirmed'))
  refetched.resolve()
})
