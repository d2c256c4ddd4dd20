// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { useState } from 'react'
import { Link } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiFailure, renderSite } from '../../../testing/render-site.tsx'
import { testingItem } from '../../../testing/testing-item.ts'
import { YOU } from '../testing/trade-harness.tsx'
import { type Trade, trades } from './pending-trades.ts'
import TradeTray from './trade-tray.tsx'

const GONE = 'Move abort in 0x1::object: EOBJECT_DOES_NOT_EXIST(0x60002): An object does not exist'

function tradeIn(state: Trade['state']): Trade {
  return {
    id: state,
    hash: `0x${'1'.repeat(64)}`,
    walletAddress: YOU,
    kind: 'buy',
    call: '0x1::a::b',
    image: null,
    sequenceNumber: '1',
    doing: `Buying ${state}`,
    success: '',
    failure: '',
    tokenDataIds: [],
    version: null,
    submittedAtMs: 1,
    state,
    sentence: state === 'failed' ? 'Already sold.' : null,
    ...(state === 'failed' && { vmStatus: GONE }),
  }
}

afterEach(() => {
  cleanup()
  trades.set([])
  localStorage.clear()
})

// @feature trade.tray, trade.failures
it('has the words of the chain in a disclosure', () => {
  trades.set([tradeIn('failed'), tradeIn('submitted')])
  renderSite(<TradeTray />, {})
  expect(screen.getByText('Already sold.').textContent).toBe('Already sold.')
  expect(screen.getByText(GONE).closest('details')?.open).toBe(false)
  expect(screen.getAllByText('Details')).toHaveLength(1)
})

// @feature trade.tray
it('keeps a trade that has ended on its page, and none on the next; one under way stays', async () => {
  const ended = { ...tradeIn('confirmed'), isLeft: true }
  const all = [...(['failed', 'submitted', 'lost'] as const).map(tradeIn), ended]
  localStorage.setItem('opal.transactions', JSON.stringify(all))
  trades.set(all)
  renderSite(
    <>
      <Link to="?tab=bids">Filter</Link>
      <Link to="/elsewhere">Other page</Link>
      <TradeTray />
    </>,
    {},
  )
  fireEvent.click(screen.getByText('Filter'))
  await screen.findByText('Buying failed', { exact: false })
  screen.getByText('Buying confirmed', { exact: false })
  fireEvent.click(screen.getByText('Other page'))
  await waitFor(() => expect(screen.queryByText('Buying failed', { exact: false })).toBeNull())
  expect(screen.queryByText('Buying confirmed', { exact: false })).toBeNull()
  screen.getByText('Buying submitted', { exact: false })
  screen.getByText('Buying lost', { exact: false })
})

describe('a success in the tray', () => {
  const LEFT = { ...tradeIn('confirmed'), isLeft: true }
  const IN_SIGHT_SECONDS = 8
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    cleanup()
    vi.restoreAllMocks()
    vi.useRealTimers()
  })
  const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000))
  const isShown = () => screen.queryByText('Buying confirmed', { exact: false }) !== null

  let hide: (isHidden: boolean) => void
  function Tray() {
    const [isHidden, setHidden] = useState(false)
    hide = setHidden
    return <TradeTray isHidden={isHidden} />
  }

  /** Each holds the success, and returns what lets it go. */
  const HOLDS = {
    nothing: () => () => {},
    'the focus': () => {
      const close = screen.getByRole('button', { name: 'Close' })
      act(() => close.focus())
      return () => act(() => close.blur())
    },
    'the pointer': () => {
      const hover = vi.spyOn(screen.getByRole('list'), 'matches').mockReturnValue(true)
      return () => hover.mockRestore()
    },
    'a page in the background': () => {
      const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
      return () => state.mockRestore()
    },
    'a dialog': () => {
      act(() => hide(true))
      return () => act(() => hide(false))
    },
  } as const
  const HELD_BY = Object.keys(HOLDS) as (keyof typeof HOLDS)[]

  // @feature trade.tray
  it('leaves by itself after eight seconds in a row in which nothing holds it', async () => {
    const phase = fc.record({ by: fc.constantFrom(...HELD_BY), seconds: fc.integer({ min: 1, max: 10 }) })
    const phases = fc.array(phase, { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(phases, async (drawn) => {
        trades.set([LEFT])
        renderSite(<Tray />, {})
        let inSight = 0
        for (const { by, seconds } of drawn) {
          const letGo = HOLDS[by]()
          await pass(seconds)
          inSight = by === 'nothing' ? inSight + seconds : 0
          expect(isShown()).toBe(inSight < IN_SIGHT_SECONDS)
          if (!isShown()) break
          letGo()
        }
        cleanup()
        vi.restoreAllMocks()
      }),
      {
        numRuns: 30,
        examples: HELD_BY.map((by) => [
          [
            { by, seconds: 10 },
            { by: 'nothing', seconds: 10 },
          ],
        ]),
      },
    )
  })

  // @feature trade.tray
  it.each(['failed', 'lost', 'submitted', 'unanswered'] as const)('takes nothing else with it: %s', async (state) => {
    trades.set([LEFT, { ...tradeIn(state), isLeft: true }])
    renderSite(<TradeTray />, {})
    await pass(60)
    expect(isShown()).toBe(false)
    screen.getByText(`Buying ${state}`, { exact: false })
  })

  const IDS = ['1', '2', '3'].map((digit) => `0x${digit.repeat(64)}`)
  // @feature trade.tray
  it.each([
    ['leaves', 'all items are in the wallet', { kind: 'sweep', tokenDataIds: IDS.slice(0, 2) }],
    ['stays', 'one item is not in the wallet', { kind: 'sweep', tokenDataIds: IDS }],
    ['stays', 'the wallet cannot be read', { kind: 'buy-cart', tokenDataIds: IDS.slice(0, 2) }],
    [
      'stays',
      'editions cannot be told apart',
      { kind: 'sweep', tokenDataIds: [...IDS.slice(0, 1), ...IDS.slice(0, 1)] },
    ],
    ['leaves', 'several items were listed', { kind: 'list', tokenDataIds: IDS }],
  ] as const)('%s where %s', async (what, why, change) => {
    trades.set([{ ...LEFT, ...change }])
    renderSite(<TradeTray />, {
      [`/data/user/tokens/${YOU}`]: () => {
        if (why === 'the wallet cannot be read') throw new ApiFailure(500, 'out of order')
        return { data: IDS.slice(0, 2).map((id) => testingItem(id)), nextCursor: null, total: 2 }
      },
    })
    await pass(60)
    expect(isShown()).toBe(what === 'stays')
  })
})
