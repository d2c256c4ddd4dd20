// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { renderSite } from '../../../testing/render-site.tsx'
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
    <TraitKindFilter {...{ collectionId, kind, values }} text="" choices={[]} onChoose={() => undefined} />,
    {},
  )
  await userEvent.click(screen.getByRole('button', { name: /^Hat/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Show 92 more' }))
  screen.getByText(note)
})
