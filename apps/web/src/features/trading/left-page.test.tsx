// @vitest-environment happy-dom
import { Dialog } from '@opal/ui/overlays/dialog'
import { act, screen, waitFor, within } from '@testing-library/react'
import { useSearchParams } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { commandRequest, finishCommand, openTrade } from '../../app/commands.ts'
import type { TradeRequest } from '../../entities/order/trade-request.ts'
import { trades } from './confirmation/pending-trades.ts'
import type { CheckedTrade } from './payload-check/payload-check-context.ts'
import { EVERY_KIND } from './testing/every-request.ts'
import {
  HASH,
  itemOf,
  OTHER_TOKEN,
  openTradeDialog,
  quoteOf,
  TOKEN,
  type TradeHarnessOptions,
} from './testing/trade-harness.tsx'
import { ACCEPT, DELIST, dialog, PATIENT, press, resetTradeHarness, says } from './testing/user-driver.ts'

afterEach(resetTradeHarness)

type Site = ReturnType<typeof openTradeDialog>
/** Ways to leave a page, to another one or to another step of the same. */
const WAYS: readonly (readonly [string, (site: Site) => Promise<void>])[] = [
  ['Back', ({ router }) => router.navigate(-1)],
  ['Forward', ({ router }) => router.navigate(1)],
  ['a link', ({ router }) => router.navigate('/airdrop')],
  ['a link to a tab', ({ router }) => router.navigate('/collection/stones?tab=bids')],
]

/** Opens a dialog on a page with another one before and after it. */
async function openBetween(request: TradeRequest, options: TradeHarnessOptions = {}): Promise<Site> {
  const site = openTradeDialog(request, options)
  const { router } = site
  act(() => finishCommand('openTrade'))
  for (const to of ['/activity', '/collection/stones', '/launchpad', -1] as const)
    await act(() => (typeof to === 'number' ? router.navigate(to) : router.navigate(to)))
  act(() => openTrade(request))
  expect(router.state.location.pathname).toBe('/collection/stones')
  if (options.visitor !== true) await screen.findByRole('dialog', {}, PATIENT)
  return site
}

// @feature trade.left-page
describe.each(WAYS)('by %s', (_way, leave) => {
  it.each(EVERY_KIND)('the dialog of $kind is left with its page', async (request) => {
    const onSettled = vi.fn()
    const site = await openBetween({ ...request, onSettled })
    await act(() => leave(site))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(commandRequest('openTrade')).toBeNull()
    expect(onSettled.mock.calls).toEqual([['closed', { tokenDataIds: [], bids: [] }]])
    // It is gone for good.
    await act(() => site.router.navigate('/collection/stones'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('a trade that waits for a wallet is left with its page', async () => {
    const site = await openBetween({ kind: 'buy', tokens: [TOKEN] }, { visitor: true })
    await waitFor(() => expect(commandRequest('openConnect')).toBe(true))
    await act(() => leave(site))
    await waitFor(() => expect([commandRequest('openTrade'), commandRequest('openConnect')]).toEqual([null, null]))
  })

  it('a trade that the wallet was asked for goes on in the tray', async () => {
    const signed = Promise.withResolvers<string>()
    const answers = { [DELIST]: () => quoteOf() }
    const site = await openBetween({ kind: 'delist', tokens: [TOKEN] }, { answers, sign: () => signed.promise })
    await press('Delist')
    await waitFor(() => expect(trades.get()[0]?.state).toBe('asking'), PATIENT)
    await act(() => leave(site))
    expect(screen.queryByRole('dialog')).toBeNull()
    const tray = await screen.findByRole('region', { name: 'Your transactions' }, PATIENT)
    within(tray).getByText('Waiting for your wallet')
    signed.resolve(HASH)
    await says('Item delisted')
  })

  it('a press that is still being checked asks no wallet', async () => {
    const checked = Promise.withResolvers<CheckedTrade>()
    const check = vi.fn(() => checked.promise)
    const answers = { [DELIST]: () => quoteOf() }
    const site = await openBetween({ kind: 'delist', tokens: [TOKEN] }, { answers, check })
    await press('Delist')
    await waitFor(() => expect(check).toHaveBeenCalled(), PATIENT)
    await act(() => leave(site))
    await act(async () =>
      checked.resolve({
        refusal: null,
        payload: { function: '0x1::a::b', typeArguments: [], functionArguments: [] },
        maxGasAmount: null,
      }),
    )
    expect(site.signAndSubmit).not.toHaveBeenCalled()
    expect(trades.get()).toEqual([])
  })

  it.each([1, 2])(
    'a dialog whose further transactions follow by themselves stays open: at request %i',
    async (request) => {
      const LATER = { code: 'one-at-a-time', sentence: 'These can’t share one transaction. Do them one at a time.' }
      const second = { tokenDataId: OTHER_TOKEN.tokenDataId, name: OTHER_TOKEN.name }
      const answers = {
        [ACCEPT]: (asked: unknown) =>
          (asked as { items: readonly object[] }).items.length === 2
            ? quoteOf({}, { items: [itemOf(), itemOf({ ...second, reason: LATER })] })
            : quoteOf({}, { items: [itemOf(second)] }),
      }
      const signed = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
      const left = [...signed]
      const sign = () => left.shift()?.promise ?? Promise.reject(new Error('asked too often'))
      const site = await openBetween({ kind: 'accept-bid', tokens: [TOKEN, OTHER_TOKEN] }, { answers, sign })
      await press(/^Accept 2 bids/)
      await waitFor(() => expect(site.signAndSubmit).toHaveBeenCalledTimes(1), PATIENT)
      expect(trades.get()[0]?.success).toBe('Bid accepted, 1 to go')
      if (request === 1) await act(() => leave(site))
      await act(async () => signed[0]?.resolve(`0x${'1'.repeat(64)}`))
      await waitFor(() => expect(site.signAndSubmit).toHaveBeenCalledTimes(2), PATIENT)
      if (request === 2) await act(() => leave(site))
      screen.getByRole('dialog')
      await act(async () => signed[1]?.resolve(`0x${'2'.repeat(64)}`))
      await dialog('2 items sold')
      // It is of this page now.
      await act(() => site.router.navigate('/help'))
      expect(screen.queryByRole('dialog')).toBeNull()
    },
  )
})

// @feature trade.left-page
it('stays where the address of its page is replaced', async () => {
  const { router } = await openBetween({ kind: 'collection-bid', collection: { ...TOKEN, collectionImage: null } })
  await act(() => router.navigate('/collection/stones?sort=price', { replace: true }))
  screen.getByRole('dialog')
})

// @feature trade.left-page
it('over a dialog that is an address, Back leaves both, and Forward opens the lower alone', async () => {
  function TokenDialog() {
    const [search] = useSearchParams()
    return (
      <Dialog open={search.has('tokenDataId')} hasAddress onOpenChange={() => {}} title="The item">
        .
      </Dialog>
    )
  }
  const request = { kind: 'token-bid', token: TOKEN } as const
  const { router } = openTradeDialog(request, { below: <TokenDialog /> })
  act(() => finishCommand('openTrade'))
  for (const to of ['/collection/stones', '/collection/stones?tokenDataId=0x1']) await act(() => router.navigate(to))
  act(() => openTrade(request))
  await waitFor(() => expect(document.querySelectorAll('[role="dialog"]')).toHaveLength(2), PATIENT)
  await act(() => router.navigate(-1))
  expect(document.querySelectorAll('[role="dialog"]')).toHaveLength(0)
  await act(() => router.navigate(1))
  expect([...document.querySelectorAll('[role="dialog"]')].map(({ textContent }) => textContent)).toEqual(['The item.'])
  expect(commandRequest('openTrade')).toBeNull()
})
