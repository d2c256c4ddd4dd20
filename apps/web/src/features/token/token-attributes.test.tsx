// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
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
