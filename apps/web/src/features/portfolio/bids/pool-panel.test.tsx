import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { commandRequest, finishCommand } from '../../../app/commands.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { formatApt, formatAptExact } from '../../../shared/format/apt.ts'
import { formatCount } from '../../../shared/format/number.ts'
import { ApiFailure, hydrateSite, renderSite } from '../../../testing/render-site.tsx'
import { ME } from '../../../testing/testing-item.ts'
import { MARKETPLACES, WITH_POOLS } from '../../../testing/testing-marketplaces.ts'
import { PoolPanel } from './pool-panel.tsx'

// @vitest-environment happy-dom
const POOL = `/data/user/pool/${ME}`
const CLOSED = WITH_POOLS.map((one) => ({ ...one, status: 'cancel-only' as const }))
const PAST = WITH_POOLS.map((one) => ({ ...one, status: 'history' as const }))

beforeEach(() => walletSession.set((before) => ({ ...before, status: 'connected', address: ME })))
afterEach(() => {
  cleanup()
  finishCommand('openTrade')
  walletSession.set(walletSession.initial)
  vi.unstubAllGlobals()
})

const asked = vi.fn()
async function open(
  answer: unknown,
  { isOwn = true, marketplaces = WITH_POOLS }: { isOwn?: boolean; marketplaces?: typeof MARKETPLACES } = {},
) {
  asked.mockClear()
  const respond = () => {
    asked()
    if (answer instanceof Error) throw answer
    return answer
  }
  const site = renderSite(<PoolPanel wallet={ME} isOwn={isOwn} />, { [POOL]: respond }, marketplaces)
  await act(async () => {})
  return site
}
const pool = (balance: string, bids = 0, exposure = '0') => ({ balance, bids, exposure })
const panel = () => screen.findByRole('region', { name: 'Bid pool' })
const has = (name: string) => screen.queryByRole('button', { name }) !== null

// @feature bid.pool
describe('the panel of a bid pool', () => {
  it.each([
    ['one’s own', true, pool('250000000', 1, '1'), WITH_POOLS],
    ['one’s own empty one', true, pool('0'), WITH_POOLS],
    ['one’s own that cannot be read', true, new ApiFailure(503, 'busy'), WITH_POOLS],
    ['another wallet’s', false, pool('250000000', 1, '1'), WITH_POOLS],
    ['another wallet’s empty one', false, pool('0'), WITH_POOLS],
    ['another wallet’s that cannot be read', false, new ApiFailure(503, 'busy'), WITH_POOLS],
    ['one’s own to withdraw only', true, pool('250000000'), CLOSED],
    ['one’s own empty one to withdraw only', true, pool('0'), CLOSED],
  ])(
    'has its room from the server’s page on, whatever it turns out to be: %s',
    async (_, isOwn, answer, marketplaces) => {
      const loaded = Promise.withResolvers<void>()
      const answers = {
        [POOL]: async () => {
          await loaded.promise
          if (answer instanceof Error) throw answer
          return answer
        },
      }
      const { html, container } = await hydrateSite(<PoolPanel wallet={ME} isOwn={isOwn} />, answers, marketplaces)
      const rooms = () => container.querySelectorAll('[class*="panel"]').length
      expect(html).toContain('data-placeholder')
      expect(rooms()).toBe(1)
      expect(screen.queryByRole('button')).toBeNull()
      loaded.resolve()
      await waitFor(() => expect(container.querySelector('[data-placeholder]')).toBeNull())
      expect(rooms()).toBe(1)
    },
  )

  it('opens the deposit and the withdrawal with what the pool holds', async () => {
    await open(pool('250000000'))
    await panel()
    await userEvent.click(screen.getByRole('button', { name: 'Deposit' }))
    expect(commandRequest('openTrade')).toEqual({ kind: 'pool-deposit', balance: '250000000' })
    act(() => finishCommand('openTrade'))
    await userEvent.click(screen.getByRole('button', { name: 'Withdraw' }))
    expect(commandRequest('openTrade')).toEqual({ kind: 'pool-withdrawal', balance: '250000000' })
  })

  it.each([
    ['one’s own empty pool takes a deposit, and has nothing to withdraw', pool('0'), true, [true, false]],
    ['one’s own empty pool behind bids', pool('0', 2, '300000000'), true, [true, false]],
    ['another wallet’s pool cannot be moved', pool('250000000', 1, '1'), false, [false, false]],
    ['another wallet’s empty pool is shown while bids count on it', pool('0', 1, '1'), false, [false, false]],
  ])('%s', async (_, answer, isOwn, buttons) => {
    await open(answer, { isOwn })
    await panel()
    expect([has('Deposit'), has('Withdraw')]).toEqual(buttons)
  })

  it('says how much of how many bids it stands behind, whatever the numbers', async () => {
    const octas = fc.oneof(fc.constant(0n), fc.bigInt(0n, 10n ** 12n), fc.bigInt(0n, 10n ** 60n - 1n)).map(String)
    const count = fc.oneof(fc.constantFrom(0, 1, 2, Number.MAX_SAFE_INTEGER), fc.nat())
    await fc.assert(
      fc.asyncProperty(octas, count, octas, async (balance, bids, exposure) => {
        await open(pool(balance, bids, exposure))
        const text = (await panel()).textContent ?? ''
        const amount = (value: string) => `${formatApt(value)}${formatAptExact(value)}`
        // What one has is never more than it is.
        const held = `${formatApt(balance, 'down')}${formatAptExact(balance)}`
        const behind = `${balance === '0' ? 'Can’t pay for' : 'Backs'} ${formatCount(bids)} ${bids === 1 ? 'bid' : 'bids'} worth ${amount(exposure)}`
        const note = bids === 0 ? 'One deposit backs up to 1,000 bids' : behind
        expect(text).toBe(`Bid pool ${held}${note}Deposit${balance === '0' ? '' : 'Withdraw'}`)
        cleanup()
      }),
      {
        numRuns: 40,
        examples: [
          ['0', 1, '5'],
          ['5', 1, '5'],
          ['199999999', 1, '199999999'],
        ],
      },
    )
  })

  it.each([
    ['an empty pool of another wallet', pool('0'), { isOwn: false }],
    ['a pool that cannot be read', new ApiFailure(503, 'busy'), {}],
    ['a negative balance', pool('-1'), {}],
    ['a balance that is no number', { ...pool('1'), balance: 5 }, {}],
    ['a balance without end', pool('9'.repeat(61)), {}],
    ['an exposure that is text', pool('1', 1, '<b>1</b>'), {}],
    ['a fraction of a bid', pool('1', 0.5), {}],
    ['no object', null, {}],
  ])('shows nothing for %s', async (_, answer, options) => {
    const { container } = await open(answer, options)
    expect(asked).toHaveBeenCalled()
    expect(container.querySelector('section[aria-label="Bid pool"]')).toBeNull()
  })

  it('says that one’s own could not be loaded, loads it again, and says nothing of another wallet’s', async () => {
    let isDown = true
    const site = { [POOL]: () => (isDown ? Promise.reject(new ApiFailure(503, 'busy')) : pool('250000000')) }
    const { unmount } = renderSite(<PoolPanel wallet={ME} isOwn={false} />, site, WITH_POOLS)
    await act(async () => {})
    expect(screen.queryByRole('alert')).toBeNull()
    unmount()
    renderSite(<PoolPanel wallet={ME} isOwn />, site, WITH_POOLS)
    await screen.findByText('Couldn’t load your bid pool.')
    isDown = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await panel()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  // @feature bid.pool-exit
  it.each([
    ['one’s own money can be withdrawn', pool('250000000', 1, '1'), true, [false, true]],
    ['also where it backs no bid', pool('250000000'), true, [false, true]],
    ['another wallet’s cannot', pool('250000000', 1, '1'), false, [false, false]],
    ['one’s own empty pool takes no deposit', pool('0', 1, '1'), true, [false, false]],
    ['one’s own empty pool that backs no bid is not shown', pool('0'), true, null],
  ])('where our marketplace allows exits only, %s', async (_, answer, isOwn, buttons) => {
    await open(answer, { isOwn, marketplaces: CLOSED })
    expect(asked).toHaveBeenCalled()
    if (buttons !== null) await panel()
    else expect(screen.queryByRole('region', { name: 'Bid pool' })).toBeNull()
    expect([has('Deposit'), has('Withdraw')]).toEqual(buttons ?? [false, false])
    expect(screen.queryByText('One deposit backs up to 1,000 bids')).toBeNull()
  })

  it.each([
    ['has no pools', MARKETPLACES],
    ['is over', PAST],
  ])('asks for none where our marketplace %s', async (_, marketplaces) => {
    await open(pool('1'), { marketplaces })
    expect(asked).not.toHaveBeenCalled()
    expect(screen.queryByRole('region', { name: 'Bid pool' })).toBeNull()
  })
})
