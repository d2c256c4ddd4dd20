// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSite } from '../../../testing/render-site.tsx'
import { testingCollection } from '../../../testing/testing-collection.ts'
import { DEFAULT_LANDING_VIEW } from '../list/landing-view.ts'
import CompareBar from './compare-bar.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

// @feature landing.compare
it.each([
  [['one'], 'Choose another to compare', true],
  [['one', 'two'], '2 of 3 to compare', false],
  [['one', 'two', 'three'], '3 of 3 to compare', false],
])('says what it takes to compare %s', (compare, said, isDisabled) => {
  const answers = Object.fromEntries(
    compare.map((slug) => [`/aggregator/collection/${slug}`, () => testingCollection(`0x${'c'.repeat(64)}`, { slug })]),
  )
  const view = { ...DEFAULT_LANDING_VIEW, compare }
  renderSite(<CompareBar view={view} onViewChange={() => {}} latest={(row) => row} />, answers)
  screen.getByText(said)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Compare' }).disabled).toBe(isDisabled)
})
