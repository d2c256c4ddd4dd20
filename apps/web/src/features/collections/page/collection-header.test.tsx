// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import * as fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { renderSite } from '../../../testing/render-site.tsx'
import { testingCollection } from '../../../testing/testing-collection.ts'
import { CollectionHeader } from './collection-header.tsx'

afterEach(cleanup)

it('is headed by the name alone, without the names of its buttons', () => {
  renderSite(<CollectionHeader collection={testingCollection(`0x${'c'.repeat(64)}`)} />, {})
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Stones')
})

// @feature collection.header-name
it('has a long name whole in its tooltip, since the head shows two or three lines of it', () => {
  const collection = testingCollection(`0x${'c'.repeat(64)}`)
  const titleOf = (collectionName: string) => {
    cleanup()
    renderSite(<CollectionHeader collection={{ ...collection, collectionName }} />, {})
    return screen.getByRole('heading', { level: 1, name: collectionName }).getAttribute('title')
  }
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{1,200}$/), (name) => {
      expect(titleOf(name)).toBe(name.length > 40 ? name : null)
    }),
    { numRuns: 30 },
  )
})

// @feature collection.header
it('reads a figure and its note apart', () => {
  const collection = testingCollection(`0x${'c'.repeat(64)}`)
  renderSite(<CollectionHeader collection={{ ...collection, listedCount: 77, currentSupply: 800 }} />, {})
  expect(screen.getByText('9%').parentElement?.textContent).toBe('77 / 800 9%')
})

// @feature collection.header
it('has no share of listings or owners where copies of one token make more of them than there are tokens', () => {
  const counts = { listedCount: 25, uniqueOwnersCount: 12, currentSupply: 1 }
  renderSite(<CollectionHeader collection={testingCollection(`0x${'c'.repeat(64)}`, counts)} />, {})
  const textOf = (name: string) => screen.getByText(name).closest('dt')?.nextElementSibling?.textContent
  expect([textOf('Listed'), textOf('Owners')]).toEqual(['25 / 1', '12'])
})

// @feature collection.header
it.each([
  [null, null, '-'],
  ['150000000', null, '1.5 -'],
  ['150000000', 20, '1.5 ▲+20%'],
])('says one thing of a floor of %s octas and its change of %s', (floorPrice, oneDayChangePercent, expected) => {
  const collection = testingCollection(`0x${'c'.repeat(64)}`, { floorPrice, oneDayChangePercent })
  renderSite(<CollectionHeader collection={collection} />, {})
  const floor = screen.getByText('Floor').closest('dt')?.nextElementSibling
  expect(floor?.textContent?.replace('1.5 APT', '')).toBe(expected)
})

// @feature collection.header
it.each([
  [800, '800', '800', false],
  [12_345, '12.3K', '12,345', true],
])('gives a supply of %i as %s, and exactly on hover or a tap', (currentSupply, shown, exact, isRounded) => {
  const counts = { listedCount: 0, currentSupply }
  renderSite(<CollectionHeader collection={testingCollection(`0x${'c'.repeat(64)}`, counts)} />, {})
  const supply = screen.getAllByTitle(exact).find(({ textContent }) => textContent === shown)
  expect(supply?.hasAttribute('data-hint')).toBe(isRounded)
})
