// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { commandRequest, finishCommand } from '../../../app/commands.ts'
import { walletActions, walletSession } from '../../../entities/wallet/wallet-session.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { TradeDone } from '../dialog/trade-done.tsx'
import { itemOf, OTHER_TOKEN, TOKEN, YOU } from '../testing/trade-harness.tsx'
import { Congratulations } from './congratulations.tsx'

afterEach(() => {
  cleanup()
  finishCommand('openTrade')
  walletSession.set(walletSession.initial)
  walletActions.set(null)
})

// @feature buy.magic
it('leads on from what was bought: to a listing of it, and to the portfolio', async () => {
  walletSession.set({ ...walletSession.initial, status: 'connected', address: YOU })
  const items = [itemOf(), itemOf({ tokenDataId: OTHER_TOKEN.tokenDataId, name: OTHER_TOKEN.name })]
  const onClose = vi.fn()
  renderSite(
    <Congratulations tradeId="t" message="Buying successful" items={items} buyer={YOU} onClose={onClose}>
      what became of each
    </Congratulations>,
    {},
  )
  expect((await screen.findByText(/^2 items bought for/)).textContent).toMatch(/^2 items bought for 2/)
  expect(screen.getByRole('link', { name: 'View in portfolio' }).getAttribute('href')).toBe(`/${YOU}`)
  await userEvent.setup().click(screen.getByRole('button', { name: 'List 2 for sale' }))
  expect(onClose).toHaveBeenCalledOnce()
  expect(commandRequest('openTrade')).toMatchObject({
    kind: 'list',
    tokens: [
      { tokenDataId: TOKEN.tokenDataId, marketplace: null, listedPrice: null },
      { tokenDataId: OTHER_TOKEN.tokenDataId },
    ],
  })
})

// @feature order.chain
it('leads on to what follows the purchase, and to nothing that would take its place', async () => {
  const onClose = vi.fn()
  const follows = { kind: 'transfer', tokens: [TOKEN] } as const
  const shared = { tradeId: 't', message: 'Successful', items: [itemOf()], buyer: YOU, onClose }
  renderSite(<Congratulations {...shared} follows={{ ...BID, kind: 'set-bid' }} />, {})
  expect(screen.queryByRole('button', { name: /^List/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Done' })).toBeNull()
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Continue to the bid' }))
  expect(onClose).toHaveBeenCalledOnce()
  cleanup()
  renderSite(<Congratulations {...shared} follows={follows} />, {})
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toContain('Continue')
  expect(screen.queryByRole('button', { name: /^List/ })).toBeNull()
})

const BID = {
  collection: { collectionId: '0xc', collectionName: 'Moths', collectionImage: null },
  condition: {},
  price: '1',
  size: 1,
}

// @feature buy.magic
it('has a line for the main button of a purchase, and one line where there is none', async () => {
  const lineOf = (name: string) => screen.getByRole('button', { name }).parentElement?.dataset
  const shared = { tradeId: 't', message: 'Successful', items: [itemOf()], onClose: () => {} }
  renderSite(<Congratulations {...shared} buyer={YOU} />, {})
  expect(lineOf('Done')).toHaveProperty('main')
  cleanup()
  renderSite(<TradeDone {...shared} title="Sold" summary="" walletAddress={YOU} />, {})
  expect(lineOf('Done')).not.toHaveProperty('main')
})

// @feature buy.magic
it.each([
  [8, null],
  [9, '+1and 1 more'],
])('shows eight images of %i items, and how many more there are', async (count, more) => {
  const items = Array.from({ length: count }, (_, at) => itemOf({ tokenDataId: `0x${String(at).repeat(64)}` }))
  renderSite(
    <Congratulations tradeId="t" message="Buying successful" items={items} buyer={YOU} onClose={() => {}}>
      {null}
    </Congratulations>,
    {},
  )
  await screen.findByText(new RegExp(`^${count} items bought for`))
  const tiles = screen.getAllByRole('listitem')
  expect(tiles.length).toBe(more === null ? 8 : 9)
  expect(tiles[8]?.textContent ?? null).toBe(more)
})
