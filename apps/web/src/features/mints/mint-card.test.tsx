// @vitest-environment happy-dom
import type { MintingCollection } from '@opal/contract/collections/mints'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderSite } from '../../testing/render-site.tsx'
import { testingCollection } from '../../testing/testing-collection.ts'
import { MintCard } from './mint-card.tsx'

afterEach(cleanup)

function show(minted: string, isMinting: boolean, mintPrice: string | null = null) {
  const mint: MintingCollection = {
    collection: testingCollection(`0x${'1'.repeat(64)}`, { collectionName: 'Stones' }),
    minted,
    maxSupply: '256',
    mintedToday: '0',
    minters: '1',
    mintPrice,
    firstMintMicros: '1',
    lastMintMicros: '5',
    isMinting,
  }
  renderSite(<MintCard mint={mint} eager />, {})
}

// @feature launchpad.minting
it('shows the progress of a mint until the last one', () => {
  show('255', true)
  expect(screen.getByRole('progressbar', { name: 'Stones minted' }).getAttribute('value')).toBe('99')
  screen.getByText('255 of 256')
  screen.getByText('Minting')
  expect(screen.queryByText('Minted out')).toBeNull()
})

// @feature launchpad.minting
it.each([
  [null, 'Unknown'],
  ['0', 'Free'],
  ['150000000', '1.5'],
])('distinguishes a free mint from one of an unknown price: %s', (mintPrice, text) => {
  show('255', true, mintPrice)
  const price = screen.getByText('Mint price').closest('dt')?.nextElementSibling
  expect(price?.textContent).toContain(text)
  expect(price?.textContent).not.toBe('-')
})

// @feature launchpad.minting
it('says of a finished mint that it is minted out, with its count in the tooltip', () => {
  show('256', true)
  expect(screen.getByText('Minted out').closest('[title]')?.getAttribute('title')).toBe('256 of 256 minted')
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(screen.queryByText('Minting')).toBeNull()
  // Speech input presses what it reads.
  screen.getByRole('button', { name: /^Minted out, 256 of 256 minted of / })
})
