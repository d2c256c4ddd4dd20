// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { walletSession } from '../../entities/wallet/wallet-session.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { testingToken } from '../../testing/testing-token.ts'
import { TokenCard } from './token-card.tsx'

afterEach(cleanup)

/** A letter in place of an image takes one more. A grid renders dozens of cards, and a page that scrolls smoothly has 1,500 elements at most. */
const MAX_ELEMENTS = 19

const OWNER = { walletAddress: `0x${'b'.repeat(64)}`, aptosName: null, isWalletAddress: true }

it.each([150_000_000, null])(
  'is made of few elements, with all that it shows and can do: listed at %s',
  async (price) => {
    const isListed = price !== null
    const sold = { rarity: 3, image: 'ipfs://stone', lastSalePrice: '120000000', owner: OWNER }
    const token = { ...testingToken(7, price), ...sold, marketplace: isListed ? 'own' : null, listingId: '1' }
    const { container } = renderSite(
      <TokenCard token={token} supply={100} index={0} highlighted={false} gone={false} />,
      {},
    )
    if (isListed) await screen.findByRole('button', { name: 'Add to cart: Stone #7' })
    expect(screen.queryByRole('button', { name: 'Buy Now Stone #7' }) !== null).toBe(isListed)
    expect(screen.getByRole('link').textContent).toBe('#7')
    expect(screen.getByTitle('Rarity rank 3, TOP 3%').textContent).toBe('3')
    expect(screen.getByText(isListed ? '1.5 APT' : '1.2 APT')).toBeTruthy()
    expect(container.querySelectorAll('article, article *').length).toBeLessThanOrEqual(MAX_ELEMENTS)
  },
)

// @feature items.own
it.each([
  ['the viewer’s', true, 150_000_000],
  ['the viewer’s', true, null],
  ['a stranger’s', false, 150_000_000],
] as const)('tells %s token from others: %s, listed at %s', async (_, isOwn, price) => {
  walletSession.set({
    status: 'connected',
    walletName: 'Test Wallet',
    walletIcon: null,
    address: isOwn ? OWNER.walletAddress : `0x${'c'.repeat(64)}`,
    balance: 1n,
    wrongNetwork: false,
  })
  const token = { ...testingToken(7, price), owner: OWNER, marketplace: price === null ? null : 'own', listingId: '1' }
  renderSite(<TokenCard token={token} supply={100} index={0} highlighted={false} gone={false} />, {})
  if (!isOwn) await screen.findByRole('button', { name: 'Add to cart: Stone #7' })
  expect(screen.queryByText('You') !== null).toBe(isOwn)
  expect(screen.queryByRole('button', { name: 'Add to cart: Stone #7' }) !== null).toBe(!isOwn)
})

// @feature items.own
it('has the word of an own token on the ground of the other marks, which the art does not show through', () => {
  const sheet = readFileSync(`${import.meta.dirname}/token-card.module.css`, 'utf8')
  const groundOf = (name: string) => new RegExp(`^\\.${name} \\{[^}]*\\n {2}background: ([^;]+);`, 'm').exec(sheet)?.[1]
  expect(groundOf('own')).toBe('var(--color-overlay)')
  expect(groundOf('own')).toBe(groundOf('pick'))
})
