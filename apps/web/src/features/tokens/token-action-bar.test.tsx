// @vitest-environment happy-dom
import type { TokenDetail } from '@opal/contract/shapes/token'
import { act, cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { pendingTokens } from '../../lib/pending-tokens.ts'
import { tradeRequest } from '../../lib/trade-request.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { TokenActionBar } from './token-action-bar.tsx'

const OWNER = `0x${'a'.repeat(64)}`
const TOKEN: TokenDetail = {
  ...{ tokenDataId: `0x${'1'.repeat(64)}`, name: 'Stone #9', image: null, imageFacts: null, video: null, tokenUri: '' },
  ...{ collectionId: `0x${'2'.repeat(64)}`, collectionName: 'Stones', collectionSlug: 'stones', collectionImage: null },
  ...{ collectionImageFacts: null, creatorAddress: null, propertyVersion: '0', tokenStandard: 'v2', rarity: 1 },
  ...{ isVerified: false, owner: { walletAddress: OWNER, aptosName: null, isWalletAddress: true } },
  ...{ marketplace: 'own', listingId: 'a', listedPrice: '100000000', listedAtMicros: null },
  ...{ lastSalePrice: null, lastSaleAtMicros: null, topBid: null, description: '', attributes: [], listings: [] },
  ...{ tokenOffers: [], collectionOffers: [], royaltyBps: 500, royaltyPayee: null },
  ...{ collectionFloorPrice: '100000000', collectionSupply: 100, programId: `0x${'2'.repeat(64)}`, isBurned: false },
}

afterEach(() => {
  cleanup()
  pendingTokens.set(new Set())
  tradeRequest.set(null)
})

// @feature buy.not-twice
it('a token that a transaction is under way for is not offered again', async () => {
  renderSite(<TokenActionBar token={TOKEN} />, {})
  await userEvent.click(await screen.findByRole('button', { name: 'Buy Now Stone #9' }))
  expect(tradeRequest.get()).toMatchObject({ kind: 'buy', tokens: [{ tokenDataId: TOKEN.tokenDataId }] })
  act(() => pendingTokens.set(new Set([TOKEN.tokenDataId])))
  expect(screen.queryByRole('button')).toBeNull()
  screen.getByText('A transaction of yours is under way')
})
