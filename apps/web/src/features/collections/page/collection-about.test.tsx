// @vitest-environment happy-dom
import type { CollectionDetail } from '@opal/contract/collections'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { accountUrl } from '../../../app/paths.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { testingCollection } from '../../../testing/testing-collection.ts'
import { TESTING_CONFIG } from '../../../testing/testing-config.ts'
import CollectionAbout from './collection-about.tsx'

afterEach(cleanup)

it('leads to the creator without loading the site again', async () => {
  const collection = testingCollection(`0x${'c'.repeat(64)}`)
  const { router } = renderSite(<CollectionAbout collection={collection} />, {})
  await userEvent.setup().click(screen.getByRole('link', { name: collection.creatorAddress }))
  await expect.poll(() => router.state.location.pathname).toBe(`/${collection.creatorAddress}`)
})

// @feature about.facts
it.each<[Partial<CollectionDetail>, Readonly<Record<string, string>>]>([
  [
    { royaltyBps: 500, maxSupply: '1000' },
    { Royalty: '5%', Supply: '100 / 1,000', 'Token standard': 'Digital Asset' },
  ],
  [
    { royaltyBps: 250, royaltyPayee: `0x${'9'.repeat(64)}` },
    { Royalty: '2.5%', 'Royalty recipient': `0x${'9'.repeat(64)}` },
  ],
  [
    { royaltyBps: null, tokenStandard: 'v1' },
    { Royalty: 'Set per item', 'Token standard': 'Token v1', Supply: '100' },
  ],
  [
    { royaltyBps: 0, currentSupply: 12_345 },
    { Royalty: '0%', Supply: '12,345' },
  ],
  [{ marketCap: '250000000' }, { 'Market cap': '2.5 APT' }],
])(
  'shows of a collection with %j %j, its ids, both links to the explorer, its description and how items are ranked',
  (changes, facts) => {
    const [id, creatorAddress] = [`0x${'c'.repeat(64)}`, `0x${'d'.repeat(64)}`]
    const description = 'Drawn in five inks.'
    const collection = testingCollection(id, { creatorAddress, description, ...changes })
    renderSite(<CollectionAbout collection={collection} />, {})
    const shownOf = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling as HTMLElement
    for (const [name, value] of Object.entries({ 'Collection ID': id, Creator: creatorAddress, ...facts }))
      expect(shownOf(name).textContent?.endsWith(value), `${name}: ${shownOf(name).textContent}`).toBe(true)
    expect(screen.queryByText('Royalty recipient') !== null).toBe('Royalty recipient' in facts)
    const links = within(shownOf('Explorer')).getAllByRole<HTMLAnchorElement>('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Collection', accountUrl(TESTING_CONFIG, id)],
      ['Creator', accountUrl(TESTING_CONFIG, creatorAddress)],
    ])
    screen.getByText(description)
    const ranks = screen.getByRole('heading', { name: 'How rarity works' }).nextElementSibling
    expect(ranks?.textContent).toContain('Ranks follow OpenRarity')
  },
)
