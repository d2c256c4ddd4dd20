// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderSite } from '../../testing/render-site.tsx'
import { testingDetail } from '../../testing/testing-detail.ts'
import { TokenAttributes } from './token-attributes.tsx'

afterEach(cleanup)

// @feature token.attributes
it('names a value that is an empty text, and links to the items that have it', () => {
  const hat = { trait_type: 'Hat', value: '', count: 3, floorPrice: null }
  renderSite(<TokenAttributes token={testingDetail({ attributes: [hat] })} />, {})
  expect(screen.getByText('Empty').closest('a')?.getAttribute('href')).toMatch(/\?trait=Hat%3A$/)
})

// @feature token.attributes
it.each([
  [3, 200, '1.5%'],
  [21, 200, '11%'],
  [200, 200, '100%'],
  [null, 200, '-'],
  [0, 0, '-'],
])('says of a value that %s of %s items have their share, %s, and its floor', (count, collectionSupply, share) => {
  const hat = { trait_type: 'Hat', value: 'Crown', count, floorPrice: '150000000' }
  renderSite(<TokenAttributes token={testingDetail({ attributes: [hat], collectionSupply })} />, {})
  const chip = within(screen.getByRole('link'))
  chip.getByText(share)
  chip.getByTitle('1.5 APT')
})

// @feature token.attributes
it('says that there are none', () => {
  renderSite(<TokenAttributes token={testingDetail({ attributes: [] })} />, {})
  expect(screen.getByText('No Attributes')).toBeTruthy()
})
