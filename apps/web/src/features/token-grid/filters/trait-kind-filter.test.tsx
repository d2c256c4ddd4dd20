// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { ApiFailure, renderSite } from '../../../testing/render-site.tsx'
import { keepOrder, TraitKindFilter } from './trait-kind-filter.tsx'

afterEach(cleanup)

it('keeps known rows in place, and appends new ones in their own order', () => {
  expect(keepOrder(['Dawn', 'Fern', 'Pond'], ['New', 'Pond', 'Newer', 'Dawn'], (row) => row)).toEqual([
    'Dawn',
    'Pond',
    'New',
    'Newer',
  ])
})

it.each([
  [112, '12 rarer values: search to find them.'],
  [101, '1 rarer value: search to find it.'],
])('says what is left to a search of %i values', async (valueCount, note) => {
  const values = Array.from({ length: 100 }, (_, at) => ({ value: `Hat ${at}`, count: 1, floorPrice: null }))
  const kind = { trait_type: 'Hat', valueCount, values }
  const collectionId = `0x${'c'.repeat(64)}`
  renderSite(
    <TraitKindFilter
      collectionId={collectionId}
      kind={kind}
      values={values}
      text=""
      choices={[]}
      onChoose={() => undefined}
    />,
    {},
  )
  await userEvent.click(screen.getByRole('button', { name: /^Hat/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Show 92 more' }))
  screen.getByText(note)
})

// @feature outage.api
it('says that a search of all values failed, not that there is none, and searches again', async () => {
  const kind = { trait_type: 'Hat', valueCount: 200, values: [{ value: 'Cap', count: 9, floorPrice: null }] }
  const collectionId = `0x${'c'.repeat(64)}`
  let isDown = true
  const search = () => {
    if (isDown) throw new ApiFailure(503, 'The database does not answer.', 'unavailable')
    return { data: [{ value: 'Fez', count: 1, floorPrice: null }], total: 1 }
  }
  renderSite(
    <TraitKindFilter collectionId={collectionId} kind={kind} values={[]} text="f" choices={[]} onChoose={() => {}} />,
    {
      [`/aggregator/collection/${collectionId}/traits/Hat/value`]: search,
    },
  )
  await screen.findByText('Couldn’t search all values.')
  expect(screen.queryByText('No matching value.')).toBeNull()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('checkbox', { name: /Fez/ })
  expect(screen.queryByRole('alert')).toBeNull()
})

// @feature items.attribute-counts
it('finds rarer values also where some of the list match', async () => {
  const kind = {
    trait_type: 'Hat',
    valueCount: 200,
    values: [
      { value: 'Fez', count: 9, floorPrice: null },
      { value: 'Cap', count: 8, floorPrice: null },
    ],
  }
  const collectionId = `0x${'c'.repeat(64)}`
  const filter = (text: string) => (
    <TraitKindFilter
      collectionId={collectionId}
      kind={kind}
      values={kind.values.slice(0, 1)}
      text={text}
      choices={[]}
      onChoose={() => {}}
    />
  )
  const rarer = ['Fez', 'Red fez'].map((value) => ({ value, count: 2, floorPrice: null }))
  renderSite(filter('fez'), {
    [`/aggregator/collection/${collectionId}/traits/Hat/value`]: (_body: unknown, url: URL) => {
      expect(url.searchParams.get('q')).toBe('fez')
      return { data: rarer, total: 2 }
    },
  })
  await screen.findByRole('checkbox', { name: /Red fez/ })
  expect(screen.getAllByRole('checkbox').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Fez9/),
    expect.stringMatching(/^Red fez2/),
  ])
})
