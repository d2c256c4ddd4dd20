import { HELD_TOKENS_SORTS } from '@opal/contract/constants/held-tokens-sorts'
import { act, cleanup, render } from '@testing-library/react'
import * as fc from 'fast-check'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { applyPortfolioView, type PortfolioView, parsePortfolioView } from '../../features/portfolio/portfolio-view.ts'
import { applyItemsView, type ItemsView, parseItemsView } from '../../features/token-grid/items-view.ts'
import { type AddressView, useAddressView } from './use-address-view.ts'

// @vitest-environment happy-dom
type Change<View> = Partial<View>

/** Applies all changes to the view of the first render, as clicks before the next render do. */
async function searchAfter<View extends object>(
  address: AddressView<View>,
  start: string,
  changes: readonly Change<View>[],
): Promise<URLSearchParams> {
  const rendered: (readonly [View, (next: View) => void])[] = []
  function Page() {
    rendered.push(useAddressView(address))
    return null
  }
  const router = createMemoryRouter([{ path: '/', element: <Page /> }], { initialEntries: [`/${start}`] })
  const { unmount } = render(<RouterProvider router={router} />)
  const [first] = rendered
  if (first === undefined) throw new Error('nothing was rendered')
  const [view, change] = first
  for (const one of changes) await act(async () => change({ ...view, ...one }))
  const search = new URLSearchParams(router.state.location.search)
  unmount()
  return search
}

const portfolio: AddressView<PortfolioView> = { parse: parsePortfolioView, apply: applyPortfolioView }
const items: AddressView<ItemsView> = { parse: parseItemsView, apply: applyItemsView }

// @feature portfolio.address
describe('a view in the address', () => {
  it('keeps every change that was made before the previous one was rendered', async () => {
    const change = fc.oneof(
      fc.record({ filter: fc.constantFrom('all', 'listed', 'unlisted') }),
      fc.record({ sort: fc.constantFrom(...HELD_TOKENS_SORTS) }),
      fc.record({ order: fc.constantFrom('asc', 'desc') }),
      fc.record({ search: fc.constantFrom('', 'moth', 'glass') }),
    ) as fc.Arbitrary<Change<PortfolioView>>
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), async (changes) => {
        const search = await searchAfter(portfolio, '?bids=active&collectionId=0x1', changes)
        // A member that is set to its value of the first render is no change.
        const start = parsePortfolioView(new URLSearchParams('?bids=active'))
        const wanted: PortfolioView = Object.assign({ ...start }, ...changes.map((one) => differing(start, one)))
        expect(parsePortfolioView(search)).toEqual(wanted)
        expect(search.get('collectionId')).toBe('0x1')
      }),
      { numRuns: 40 },
    )
  })

  // @feature shell.pressed-at-once
  it('takes back what was chosen before it was rendered, if the control showed it', async () => {
    const choice = { type: 'Eyes', value: 'Blue', not: false }
    const changes: readonly Change<ItemsView>[] = [{ listedOnly: true }, { maxRank: 100 }, { traits: [choice] }]
    await fc.assert(
      fc.asyncProperty(fc.subarray([...changes]), fc.boolean(), async (chosen, isTakenBack) => {
        const { router, current } = await renderItems()
        const { view, change } = current()
        const all: ItemsView = Object.assign({ ...view }, ...chosen)
        await act(async () => {
          change(all)
          if (isTakenBack) change(view, all)
        })
        const search = new URLSearchParams(router.state.location.search)
        expect(items.parse(search)).toEqual(isTakenBack ? view : all)
        cleanup()
      }),
      { numRuns: 20 },
    )
  })

  // @feature route.back
  it('makes a change of tab a step of the history, and no other change', async () => {
    const rendered: (readonly [PortfolioView, (next: PortfolioView) => void])[] = []
    function Page() {
      rendered.push(useAddressView(portfolio))
      return null
    }
    const router = createMemoryRouter([{ path: '/', element: <Page /> }], { initialEntries: ['/?filter=listed'] })
    render(<RouterProvider router={router} />)
    const change = async (one: Change<PortfolioView>) => {
      const [view, set] = rendered.at(-1) ?? []
      if (view !== undefined) await act(async () => set?.({ ...view, ...one }))
    }
    await change({ tab: 'listings' })
    await change({ tab: 'bids-made' })
    await change({ bids: 'active' })
    const back = async () => {
      await act(() => router.navigate(-1))
      return router.state.location.search
    }
    expect(await back()).toBe('?filter=listed&tab=listings')
    expect(await back()).toBe('?filter=listed')
    await act(() => router.navigate(2))
    expect(router.state.location.search).toBe('?filter=listed&tab=bids-made&bids=active')
  })

  it('keeps every chosen trait, whatever was rendered in between', async () => {
    const choices = ['Blue', 'Green', 'Red'].map((value) => ({ type: 'Eyes', value, not: false }))
    const start = items.apply(new URLSearchParams(), {
      ...items.parse(new URLSearchParams()),
      traits: choices.slice(0, 1),
    })
    const ticked = choices.slice(1).map((choice) => ({ traits: [...choices.slice(0, 1), choice] }))
    const search = await searchAfter(items, `?${start}`, [...ticked, { name: 'glass' }])
    expect(items.parse(search)).toMatchObject({ traits: choices, name: 'glass' })
    expect(items.parse(await searchAfter(items, `?${start}`, [ticked[0] ?? {}, { traits: [] }])).traits).toEqual([
      choices[1],
    ])
  })
})

/** Renders a page of items. */
async function renderItems() {
  const rendered: { view: ItemsView; change: (next: ItemsView, shown?: ItemsView) => void }[] = []
  function Page() {
    const [view, change] = useAddressView(items)
    rendered.push({ view, change })
    return null
  }
  const router = createMemoryRouter([{ path: '/', element: <Page /> }])
  render(<RouterProvider router={router} />)
  const current = () => {
    const last = rendered.at(-1)
    if (last === undefined) throw new Error('nothing was rendered')
    return last
  }
  return { router, current }
}

function differing<View extends object>(from: View, change: Change<View>): Change<View> {
  const names = Object.keys(change) as (keyof View)[]
  const changed = names.filter((name) => JSON.stringify(from[name]) !== JSON.stringify(change[name]))
  return Object.fromEntries(changed.map((name) => [name, change[name]])) as Change<View>
}
