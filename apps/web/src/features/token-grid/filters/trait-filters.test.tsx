// @vitest-environment happy-dom
import type { TraitKind } from '@opal/contract/collections/traits'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderSite } from '../../../testing/render-site.tsx'
import { MARKETPLACES } from '../../../testing/testing-marketplaces.ts'
import { DEFAULT_ITEMS_VIEW, type ItemsView } from '../items-view.ts'
import { matchTraits, TraitFilters, withChosen } from './trait-filters.tsx'

afterEach(cleanup)

const value = (name: string) => ({ value: name, count: 1, floorPrice: null })
const fur: TraitKind = { trait_type: 'Fur', valueCount: 2, values: [value('Gold'), value('Grey')] }
const eyes: TraitKind = { trait_type: 'Eyes', valueCount: 1, values: [value('Golden')] }
const words: TraitKind = { trait_type: 'Motto', valueCount: 400, values: [value('Onward')] }

const found = (text: string) =>
  matchTraits([fur, eyes, words], text).map(({ kind, values }) => [kind.trait_type, ...values.map((one) => one.value)])

describe('matchTraits', () => {
  it('returns every trait for an empty search', () => {
    expect(found(' ')).toHaveLength(3)
  })

  it('finds values case-insensitively, and kinds with more values than were loaded', () => {
    expect(found('gold')).toEqual([['Fur', 'Gold'], ['Eyes', 'Golden'], ['Motto']])
  })

  it('returns all values of a kind whose name matches', () => {
    expect(found('fur')[0]).toEqual(['Fur', 'Gold', 'Grey'])
  })
})

describe('withChosen', () => {
  const choose = (type: string, name: string, not = false) => ({ type, value: name, not })

  it('adds chosen values that were not counted, also of a kind without any, and changes no other', () => {
    const choices = [choose('Fur', 'Pink'), choose('Fur', 'Gold'), choose('Hat', 'Crown', true), choose('Hat', 'Cap')]
    const none = { count: 0, floorPrice: null }
    expect(withChosen([fur, eyes], choices)).toEqual([
      { trait_type: 'Fur', valueCount: 3, values: [...fur.values, { value: 'Pink', ...none }] },
      eyes,
      { trait_type: 'Hat', valueCount: 2, values: ['Crown', 'Cap'].map((one) => ({ value: one, ...none })) },
    ])
  })

  it('adds none to a kind with more values than were loaded, which may have been counted', () => {
    expect(withChosen([words], [choose('Motto', 'Backward')])).toEqual([words])
  })
})

const COLLECTION = { collectionId: `0x${'c'.repeat(64)}`, collectionName: 'Stones', collectionImage: null }

function open(view: Partial<ItemsView>, data: readonly TraitKind[]) {
  const changed = vi.fn()
  const shown = { ...DEFAULT_ITEMS_VIEW, ...view }
  renderSite(<TraitFilters collection={COLLECTION} supply={9} view={shown} onViewChange={changed} />, {
    [`/aggregator/collection/${COLLECTION.collectionId}/traits`]: () => ({ total: 0, data }),
  })
  return { changed, shown }
}

// @feature items.attribute-counts
describe('filters that no item fits', () => {
  it.each<[string, Partial<ItemsView>]>([
    ['a price', { minPrice: 1n }],
    ['ranks', { maxRank: 1 }],
    ['a marketplace', { marketplace: MARKETPLACES[0]?.id ?? null }],
    ['being listed', { listedOnly: true }],
  ])('leave the section of traits: %s', async (_what, view) => {
    open(view, [])
    await screen.findByRole('region', { name: 'Traits' })
    screen.getByText('No items match these filters.')
  })

  it('leave the chosen traits, to be taken back one by one', async () => {
    const crown = { type: 'Hat', value: 'Crown', not: false }
    const grey = { type: 'Fur', value: 'Grey', not: true }
    const { changed, shown } = open({ traits: [crown, grey], maxPrice: 1n }, [])
    await userEvent.click(await screen.findByRole('checkbox', { name: /Crown/, checked: true }))
    expect(changed).toHaveBeenLastCalledWith({ ...shown, traits: [grey] })
    await userEvent.click(screen.getByRole('button', { name: 'Not Fur Grey', pressed: true }))
    expect(changed).toHaveBeenLastCalledWith({ ...shown, traits: [crown] })
  })

  it('show a chosen value past those that are shown first', async () => {
    const values = Array.from({ length: 12 }, (_, at) => value(`Hat ${at}`))
    open({ traits: [{ type: 'Hat', value: 'Fez', not: false }] }, [{ trait_type: 'Hat', valueCount: 12, values }])
    await screen.findByRole('checkbox', { name: /Fez/, checked: true })
    screen.getByRole('button', { name: 'Show 4 more' })
  })
})

it('shows nothing for a collection without traits', async () => {
  const { container } = renderSite(
    <TraitFilters collection={COLLECTION} supply={9} view={DEFAULT_ITEMS_VIEW} onViewChange={() => {}} />,
    { [`/aggregator/collection/${COLLECTION.collectionId}/traits`]: () => ({ total: 9, data: [] }) },
  )
  await expect.poll(() => container.querySelector('[data-placeholder]')).toBeNull()
  expect(screen.queryByRole('region', { name: 'Traits' })).toBeNull()
})
