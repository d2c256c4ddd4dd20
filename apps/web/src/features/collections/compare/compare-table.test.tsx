// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSite } from '../../../testing/render-site.tsx'
import { testingCollection } from '../../../testing/testing-collection.ts'
import { CompareTable } from './compare-table.tsx'

afterEach(cleanup)

// @feature landing.compare-failed
it('says of a compared collection that it is gone or could not be loaded, and asks again', async () => {
  const retry = vi.fn()
  const collection = testingCollection(`0x${'c'.repeat(64)}`, { collectionName: 'Stones', slug: 'stones' })
  const compared = [
    { slug: 'stones', collection, state: 'there', retry },
    { slug: 'lost', collection: null, state: 'failed', retry },
    { slug: 'never', collection: null, state: 'gone', retry },
  ] as const
  renderSite(<CompareTable compared={compared} onRemove={() => {}} />, {})
  const [there, failed, gone] = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(there).not.toMatch(/load|not found/)
  expect(failed).toContain('Couldn’t load this collection.')
  expect(gone).toContain('Collection not found.')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(retry).toHaveBeenCalledTimes(1)
})

// @feature landing.compare
it.each([
  [2, 4, '2 (50%)'],
  [25, 1, '25'],
])('has of %i listed items of %i their share, where they are part of these', (listedCount, currentSupply, expected) => {
  const collection = testingCollection(`0x${'c'.repeat(64)}`, { listedCount, currentSupply })
  renderSite(
    <CompareTable compared={[{ slug: 'a', collection, state: 'there', retry: () => {} }]} onRemove={() => {}} />,
    {},
  )
  const listed = screen.getByRole('rowheader', { name: 'Listed' }).closest('tr')
  expect(listed && within(listed).getByRole('cell').textContent).toContain(expected)
  expect(listed?.textContent?.includes('%')).toBe(expected.includes('%'))
})

// @feature landing.compare
it('ends each figure in the same line, with and without the button that explains it, and names windows first', () => {
  const collection = testingCollection(`0x${'c'.repeat(64)}`)
  const compared = [
    { slug: 'there', collection, state: 'there', retry: () => {} },
    { slug: 'waiting', collection: null, state: 'waiting', retry: () => {} },
  ] as const
  renderSite(<CompareTable compared={compared} onRemove={() => {}} />, {})
  const names = screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
  expect(names.filter((name) => /\dd/.test(name ?? ''))).toEqual([
    '1d floor change',
    '7d floor change',
    '1d volume',
    '7d volume',
    '30d volume',
    '1d sales',
  ])
  const cells = screen.getAllByRole('cell').slice(1)
  expect(cells).toHaveLength(2 * names.length)
  expect(cells.filter((cell) => within(cell).queryByRole('button') !== null).length).toBeGreaterThan(0)
  const sheet = readFileSync(`${import.meta.dirname}/compare-table.module.css`, 'utf8')
  expect(sheet).toMatch(/^\.table td > button \{\n {2}position: absolute;/m)
})
