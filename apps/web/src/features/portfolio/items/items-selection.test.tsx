import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { commandRequest } from '../../../app/commands.ts'
import {
  actions,
  bar,
  box,
  connectHolder,
  listed,
  openItems,
  resetItemsTab,
  unlisted,
} from '../testing/items-tab-driver.tsx'

// @vitest-environment happy-dom
beforeEach(connectHolder)
afterEach(resetItemsTab)

// @feature portfolio.actions
it.each(['grid', 'table'])('offers to select all only where the list has an item: %s', async (layout) => {
  const refetch = openItems([], { cookies: `opal.holdings=${layout}; opal.mode=pro` })
  await screen.findByText('0 items')
  expect(screen.queryByRole('checkbox', { name: 'Select all' })).toBeNull()
  await refetch([unlisted(1)])
  await screen.findByRole('checkbox', { name: 'Select all' })
})

// @feature portfolio.actions
it('acts on what the list shows now, as it is now', async () => {
  const refetch = openItems([listed(1), listed(2), unlisted(3)])
  for (const at of [1, 2]) fireEvent.click(await box(at))
  expect(await actions()).toEqual(['Edit 2 listings', 'Delist 2'])
  await refetch([unlisted(1), listed(2), unlisted(3)])
  await waitFor(async () => expect(await actions()).toEqual(['List 1', 'Edit 1 listing', 'Delist 1', 'Transfer 1']))
  // Another order is still the same list.
  fireEvent.click(screen.getByRole('button', { name: 'Sort ascending' }))
  await box(1)
  expect((await bar()).textContent).toContain('2 selected')
  await refetch([listed(2), unlisted(3)])
  await waitFor(async () => expect((await bar()).textContent).toContain('1 selected'))
  fireEvent.click(screen.getByRole('radio', { name: 'Unlisted' }))
  fireEvent.click(await box(3))
  expect((await bar()).textContent).toContain('1 selected')
  expect(await actions()).toEqual(['List 1', 'Transfer 1', 'Set cost of Stone #3'])
  fireEvent.click(screen.getByRole('radio', { name: 'All' }))
  await box(2)
  expect(screen.queryByRole('toolbar', { name: 'Selected items' })).toBeNull()
})

// @feature portfolio.actions
it('keeps what was not traded selected', async () => {
  openItems([1, 2, 3].map(unlisted))
  for (const at of [1, 2, 3]) fireEvent.click(await box(at))
  fireEvent.click(await screen.findByRole('button', { name: 'List 3' }))
  const settle = commandRequest('openTrade')?.onSettled
  act(() => settle?.('failed', { tokenDataIds: [unlisted(1).tokenDataId], bids: [] }))
  expect((await bar()).textContent).toContain('3 selected')
  act(() => settle?.('confirmed', { tokenDataIds: [unlisted(1).tokenDataId, unlisted(3).tokenDataId], bids: [] }))
  await waitFor(async () => expect((await bar()).textContent).toContain('1 selected'))
  expect((await box(2)).matches(':checked')).toBe(true)
})

// @feature portfolio.select-all
it('says of how many items all that are loaded are selected, and selects the rest', async () => {
  openItems([1, 2, 3, 4, 5].map(unlisted), { pageSize: 2 })
  await box(1)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all 2 that are loaded' }))
  expect((await bar()).textContent).toContain('2 of 5 selected')
  fireEvent.click(screen.getByRole('button', { name: 'Select all 5' }))
  await waitFor(async () => expect((await bar()).textContent).toMatch(/^5 selected/))
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all' }).checked).toBe(true)
  expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull()
})

// @feature portfolio.selection-drag
it('selects what a drag from a box goes over, and says its value', async () => {
  // Of the two editions of the third only one and a half count.
  const worth = (at: number, estimatedValue: string | null) => ({ ...unlisted(at), estimatedValue })
  openItems([
    worth(1, '150000000'),
    worth(2, null),
    { ...worth(3, '300000000'), estimatedPrice: '200000000', held: '2' },
    worth(4, '100000000'),
  ])
  const mouse = { pointerType: 'mouse', buttons: 1, detail: 1 }
  // What follows a drag is loaded after the first paint.
  await import('../rows/drag-selection.tsx')
  await act(async () => {})
  fireEvent.pointerDown(await box(1), mouse)
  for (const at of [2, 4, 3]) fireEvent.pointerOver(await box(at), mouse)
  fireEvent.pointerUp(await box(3), mouse)
  await waitFor(async () => expect((await bar()).textContent).toContain('3 selected'))
  expect((await box(4)).matches(':checked')).toBe(false)
  within(await bar()).getByTitle('4.5 APT')
  // A drag that begins on a selected one deselects.
  fireEvent.pointerDown(await box(3), mouse)
  fireEvent.pointerOver(await box(2), mouse)
  fireEvent.pointerUp(await box(2), mouse)
  await waitFor(async () => expect((await bar()).textContent).toContain('1 selected'))
})

// @feature portfolio.own-cost
it('lets the cost of an item be set on its card, and from the bar where one is selected', async () => {
  openItems([unlisted(1), listed(2)])
  await screen.findByRole('button', { name: 'Set cost of Stone #1' })
  expect(screen.queryByRole('button', { name: 'Set cost of Stone #2' })).toBeNull()
  fireEvent.click(await box(2))
  within(await bar()).getByRole('button', { name: 'Set cost of Stone #2' })
  fireEvent.click(await box(1))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Set cost of Stone #2' })).toBeNull())
})
