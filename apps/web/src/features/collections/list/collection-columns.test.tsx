import type { Collection } from '@opal/contract/collections'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { readPreferences } from '../../../app/preferences.ts'
import type { PublicConfig } from '../../../app/public-config.ts'
import { SiteProvider } from '../../../app/site.tsx'
import { collectionColumns } from './collection-columns.tsx'

const row = {
  collectionId: `0x${'c'.repeat(64)}`,
  collectionName: 'Stones of the Forgotten Northern Shore',
  collectionImage: 'ipfs://cid/1.png',
  slug: 'stones-cccccccc',
  currentSupply: 3,
  uniqueOwnersCount: 2,
  listedCount: 0,
  floorPrice: null,
  oneDayVolume: '0',
  allTimeVolume: '150000000',
} as unknown as Collection

function cell(column: string, index: number): string {
  const found = collectionColumns('1d', { chosen: [], toggle: () => {} }).find(({ id }) => id === column)
  const config = { apiUrl: 'http://127.0.0.1:3001' } as PublicConfig
  const page = (
    <SiteProvider
      config={config}
      marketplaces={[]}
      rate={{ cents: null, ageSeconds: null }}
      preferences={readPreferences(null)}
    >
      {found?.cell(row, index)}
    </SiteProvider>
  )
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '*', element: page }])} />)
}

// @feature table.eager-images
it('loads the images of the first twenty rows eagerly, and the others lazily', () => {
  expect(cell('NAME', 19)).toContain('loading="eager"')
  expect(cell('NAME', 20)).toContain('loading="lazy"')
})

// @feature format.names, format.unknown, landing.owner-percentage
it('truncates a long name, shows - for unknown values, and rounds the share of owners down', () => {
  expect(cell('NAME', 0)).toContain('Stones of the Forgotten N…')
  expect(cell('FLOOR_PRICE', 0).replace(/<[^>]+>/g, '')).toMatch(/^-/)
  expect(cell('OWNERS', 0)).toContain('66%')
})
