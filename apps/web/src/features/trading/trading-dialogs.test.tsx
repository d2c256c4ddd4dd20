// @vitest-environment happy-dom

import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { commandRequest, finishCommand } from '../../app/commands.ts'
import { walletActions, walletSession } from '../../entities/wallet/wallet-session.ts'
import { ApiFailure } from '../../testing/render-site.tsx'
import { trades } from './confirmation/pending-trades.ts'
import { EVERY_KIND } from './testing/every-request.ts'
import { HASH, openTradeDialog, quoteOf, TOKEN, YOU } from './testing/trade-harness.tsx'
import {
  ACCEPT,
  BID,
  BUY,
  CANCEL,
  CLAIM,
  DELIST,
  isOff,
  LIST,
  PATIENT,
  press,
  RELIST,
  resetTradeHarness,
  SWEEP,
  says,
  TRANSFER,
  UPDATE,
  user,
} from './testing/user-driver.ts'

const ANOTHER = `0x${'d'.repeat(64)}`

async function changeAccount(): Promise<bigint> {
  walletSession.set((before) => ({ ...before, address: ANOTHER }))
  return 4n
}

afterEach(resetTradeHarness)

describe('every trading dialog', () => {
  // @feature list.transfer
  it('transfers tokens to complete addresses and names only', async () => {
    openTradeDialog({ kind: 'transfer', tokens: [TOKEN] }, { answers: { [TRANSFER]: () => quoteOf() } })
    await user.type(await screen.findByLabelText('To', {}, PATIENT), '0x5e')
    await says('An address has 64 digits after 0x. This one has 2.')
    await user.clear(screen.getByLabelText('To'))
    await user.type(screen.getByLabelText('To'), `0x${'5e'.repeat(32)}`)
    await press('Transfer')
    await says('Item transferred')
  })

  it('says that the server failed and nothing was moved', async () => {
    const fail = () => {
      throw new ApiFailure(500, 'The server failed.')
    }
    openTradeDialog({ kind: 'delist', tokens: [TOKEN] }, { answers: { [DELIST]: fail } })
    await says('The server failed. Nothing was moved.')
    expect(screen.getByRole('button', { name: 'Refresh quote' })).toBeTruthy()
  })

  it.each([
    [
      new ApiFailure(429, 'Too many requests. Try again in 7 s.', 'rate-limited'),
      'Too many requests. Try again in 7 s. Nothing was moved.',
    ],
    [new ApiFailure(503, 'The server is busy.', 'busy'), 'The server is busy. Nothing was moved.'],
    [new TypeError('Failed to fetch'), 'Couldn’t reach the server. Nothing was moved.'],
    [new ApiFailure(409, 'That marketplace takes no listings.', 'not-offered'), 'That marketplace takes no listings.'],
  ])(
    'says why there is no quote, and that nothing was moved where the trade is not the reason: %s',
    async (failure, sentence) => {
      const fail = () => {
        throw failure
      }
      openTradeDialog({ kind: 'delist', tokens: [TOKEN] }, { answers: { [DELIST]: fail } })
      await says(sentence)
    },
  )

  // @feature wallet.network-change
  it('offers to switch when the wallet is on another network', async () => {
    openTradeDialog({ kind: 'delist', tokens: [TOKEN] }, { answers: { [DELIST]: () => quoteOf() } })
    walletSession.set((before) => ({ ...before, wrongNetwork: true }))
    await screen.findByRole('button', { name: 'Switch network' })
  })

  // @feature trade.login-first, wallet.asked-for
  it.each(EVERY_KIND)(
    '$kind opens the connect dialog first, and continues once a wallet is connected',
    async (request) => {
      const asked = vi.fn(() => quoteOf())
      const paths = [BUY, SWEEP, LIST, UPDATE, RELIST, DELIST, BID, ACCEPT, CANCEL, CLAIM, TRANSFER]
      openTradeDialog(request, { answers: Object.fromEntries(paths.map((path) => [path, asked])), visitor: true })
      await waitFor(() => expect(commandRequest('openConnect')).toBe(true))
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(asked).not.toHaveBeenCalled()
      act(() => {
        walletSession.set((before) => ({ ...before, status: 'connected', address: YOU }))
        finishCommand('openConnect')
      })
      await screen.findByRole('dialog', {}, PATIENT)
      expect(commandRequest('openTrade')).toBe(request)
    },
  )

  // @feature trade.login-first, wallet.asked-for
  it('ends when the connect dialog is closed', async () => {
    const onSettled = vi.fn()
    openTradeDialog({ kind: 'buy', tokens: [TOKEN], onSettled }, { visitor: true })
    await waitFor(() => expect(commandRequest('openConnect')).toBe(true))
    act(() => finishCommand('openConnect'))
    await waitFor(() => expect(onSettled.mock.calls).toEqual([['closed', { tokenDataIds: [], bids: [] }]]))
    expect(commandRequest('openTrade')).toBeNull()
  })

  it('calls its opener back when it is closed', async () => {
    const onSettled = vi.fn()
    openTradeDialog({ kind: 'delist', tokens: [TOKEN], onSettled }, { answers: { [DELIST]: () => quoteOf() } })
    await user.click(await screen.findByRole('button', { name: 'Close' }))
    expect(onSettled.mock.calls).toEqual([['closed', { tokenDataIds: [], bids: [] }]])
  })

  it('ends the request for its quote when it is closed', async () => {
    openTradeDialog({ kind: 'delist', tokens: [TOKEN] }, { answers: { [DELIST]: () => new Promise(() => {}) } })
    const calls: RequestInit[] = []
    const answer = globalThis.fetch
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      if (url.endsWith(DELIST)) calls.push(init)
      return answer(url, init)
    })
    await waitFor(() => expect(calls).toHaveLength(1), PATIENT)
    expect(calls[0]?.signal?.aborted).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(calls[0]?.signal?.aborted).toBe(true))
  })

  // @feature trade.tray, trade.tray-alone
  it('can be closed while it is pending: the tray shows its result', async () => {
    let answer: (hash: string) => void = () => {}
    const sign = () => new Promise<string>((resolve) => (answer = resolve))
    openTradeDialog({ kind: 'delist', tokens: [TOKEN] }, { answers: { [DELIST]: () => quoteOf() }, sign })
    await press('Delist')
    await waitFor(() => expect(trades.get()[0]?.state).toBe('asking'))
    // Next to the dialog, which says the same, it is not seen.
    const loaded = await waitFor(() => {
      const found = document.querySelector<HTMLElement>('[data-tray]')
      if (found === null) throw new Error('the tray is on its way')
      return found
    }, PATIENT)
    expect(loaded.hidden).toBe(true)
    await user.click(await screen.findByRole('button', { name: 'Close' }, PATIENT))
    const tray = await screen.findByRole('region', { name: 'Your transactions' })
    within(tray).getByText('Waiting for your wallet')
    answer(`0x${'f'.repeat(64)}`)
    // One message: the toast, with its transaction.
    await screen.findByText('Item delisted', {}, PATIENT)
    screen.getByRole('button', { name: 'Transaction' })
    expect(screen.queryByRole('region', { name: 'Your transactions' })).toBeNull()
  })
  it('asks no wallet once it was closed, however late the page is ready to', async () => {
    const { signAndSubmit } = openTradeDialog(
      { kind: 'delist', tokens: [TOKEN] },
      { answers: { [DELIST]: () => quoteOf() } },
    )
    const read = Promise.withResolvers<bigint>()
    const sequenceNumber = vi.fn(() => read.promise)
    walletActions.set((before) => before && { ...before, sequenceNumber })
    await press('Delist')
    await waitFor(() => expect(sequenceNumber).toHaveBeenCalled(), PATIENT)
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await act(async () => read.resolve(4n))
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
    expect(signAndSubmit).not.toHaveBeenCalled()
    expect(trades.get()).toEqual([])
  })

  // @feature trade.checked-twice, wallet.account-change
  it('is not signed by another account after a switch in the wallet', async () => {
    const { signAndSubmit } = openTradeDialog(
      { kind: 'delist', tokens: [TOKEN] },
      { answers: { [DELIST]: () => quoteOf() } },
    )
    walletActions.set((before) => before && { ...before, sequenceNumber: async () => changeAccount() })
    await press('Delist')
    // Another wallet is another trade: its dialog starts over.
    await waitFor(() => expect(walletSession.get().address).toBe(ANOTHER))
    await waitFor(() => expect(isOff(screen.getByRole('button', { name: 'Delist' }))).toBe(false), PATIENT)
    expect(signAndSubmit).not.toHaveBeenCalled()
    expect(trades.get()).toEqual([])
  })

  // @feature trade.tray, wallet.account-change
  it('moves to the tray when the wallet switches its account during the request', async () => {
    let answer: (hash: string) => void = () => {}
    const sign = () => new Promise<string>((resolve) => (answer = resolve))
    openTradeDialog({ kind: 'delist', tokens: [TOKEN] }, { answers: { [DELIST]: () => quoteOf() }, sign })
    await press('Delist')
    await waitFor(() => expect(trades.get()[0]?.state).toBe('asking'))
    act(() => void changeAccount())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const tray = await screen.findByRole('region', { name: 'Your transactions' }, PATIENT)
    within(tray).getByText('Waiting for your wallet')
    within(tray).getByText(/0xaaaa…aaaa/)
    answer(HASH)
    await screen.findByText('Item delisted', {}, PATIENT)
    expect(trades.get()[0]?.walletAddress).toBe(YOU)
  })

  it.each(['before it is confirmed', 'after it is confirmed', 'never'])(
    'opens what follows a trade for the wallet that asked for it alone, which switches its account %s',
    async (when) => {
      const signed = Promise.withResolvers<string>()
      const next = { kind: 'transfer', tokens: [TOKEN] } as const
      const onSettled = vi.fn()
      const request = { kind: 'buy', tokens: [TOKEN], next, onSettled } as const
      openTradeDialog(request, { answers: { [BUY]: () => quoteOf() }, sign: () => signed.promise })
      await press('Confirm purchase')
      await waitFor(() => expect(trades.get()[0]?.state).toBe('asking'))
      if (when === 'before it is confirmed') act(() => void changeAccount())
      signed.resolve(HASH)
      await waitFor(() => expect(onSettled.mock.calls.map(([outcome]) => outcome)).toContain('confirmed'), PATIENT)
      if (when === 'after it is confirmed') {
        await screen.findByRole('dialog', { name: 'Congratulations!' }, PATIENT)
        act(() => void changeAccount())
      }
      if (when === 'never') await press('Continue')
      await waitFor(() => expect(commandRequest('openTrade')).toBe(when === 'never' ? next : null), PATIENT)
    },
  )
})
