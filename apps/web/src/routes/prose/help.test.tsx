import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderSite } from '../../testing/render-site.tsx'
import { MARKETPLACES } from '../../testing/testing-marketplaces.ts'
import Help from './help.tsx'

// @vitest-environment happy-dom
afterEach(cleanup)

// @feature route.help
it('names every marketplace with its letter and says where buying is closed, leaving absent ones out', () => {
  const [first] = MARKETPLACES
  if (first === undefined) throw new Error('no marketplace')
  const named = (id: string, displayName: string, status: typeof first.status) => ({
    ...first,
    id,
    displayName,
    status,
  })
  renderSite(<Help />, {}, [
    named('a', 'Alpha', 'active'),
    named('b', 'Beta', 'cancel-only'),
    named('c', 'Gamma', 'absent'),
  ])
  const list = screen.getByText(/tells you which marketplace a listing/).nextElementSibling as HTMLElement
  const texts = within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(texts[0]).toBe('A: Alpha')
  expect(texts[1]).toMatch(/^B: Beta \(closed to new listings, bids and purchases;/)
  expect(texts).toHaveLength(2)
  for (const name of [
    'First steps',
    'Buying',
    'Fees',
    'What the chain guarantees',
    'Listing',
    'Bids',
    'How bids are paid',
    'Your portfolio',
    'Points',
    'Contact',
  ])
    screen.getByRole('heading', { name })
})

// @feature route.help
it.each([
  ['sweep', 'in one transaction where the marketplaces allow it'],
  ['Expiry', 'can no longer be bought'],
  ['Falling price', 'falls in equal steps'],
  ['Reserved buyer', 'only the wallet you name'],
  ['trait bid', 'match your filters when you place it'],
  ['Locked funds', 'get it back when you cancel'],
  ['Bid pool', 'the money stays in your pool until you withdraw it'],
  ['Exit', 'sold all your items into bids now'],
  ['Claimable', 'once you claim them'],
  ['Order health check', 'out of date or risky'],
  ['Loyalty', 'listed on another marketplace'],
])('explains the term %s', (term, words) => {
  renderSite(<Help />, {})
  const said = screen.getByText(term, { selector: 'strong' }).parentElement?.textContent ?? ''
  expect(said.replaceAll(/\s+/g, ' ')).toContain(words)
})

// @feature route.help
it('has the anchors that the dialogs of bids and the sweep link to', () => {
  renderSite(<Help />, {})
  expect(screen.getByRole('heading', { name: 'How bids are paid' }).id).toBe('bid-pool')
  expect(screen.getByText('sweep', { selector: 'strong' }).closest('[id]')?.id).toBe('sweep')
})
