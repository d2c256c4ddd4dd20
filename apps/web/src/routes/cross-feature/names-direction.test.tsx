// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { FeaturedStrip } from '../../features/collections/list/featured-strip.tsx'
import CollectionAbout from '../../features/collections/page/collection-about.tsx'
import { FoundCollections } from '../../features/search/found-collections.tsx'
import { FilterChip } from '../../shared/components/list-controls/filter-chip.tsx'
import { renderSite } from '../../testing/render-site.tsx'
import { testingCollection } from '../../testing/testing-collection.ts'

afterEach(cleanup)

const NAME = 'لوحات الصحراء'
const collection = testingCollection(`0x${'c'.repeat(64)}`, { collectionName: NAME, description: NAME })

// @feature shell.whole-names
it.each<readonly [string, () => ReactNode]>([
  ['a found collection', () => <FoundCollections rows={[collection]} failed={false} ofToday={false} />],
  ['a featured collection', () => <FeaturedStrip title="Featured" collections={[collection]} />],
  ['the description of a collection', () => <CollectionAbout collection={collection} />],
  ['a filter', () => <FilterChip label={NAME} onRemove={() => {}} />],
])('reads %s in its own direction, and cuts it at its end', (_, part) => {
  renderSite(part(), {})
  expect(screen.getByText(NAME).getAttribute('dir')).toBe('auto')
})
