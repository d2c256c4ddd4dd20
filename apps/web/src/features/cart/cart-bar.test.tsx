// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { commandRequest, finishCommand } from '../../app/commands.ts'
import { addToCart, cart, takeFromCart } from '../../entities/order/cart.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { testingItem } from '../../testing/testing-item.ts'
import CartBar from './cart-bar.tsx'

const token = (at: number, listedPrice: string) => testingItem(`0x${String(at).repeat(64)}`, { listedPrice })

afterEach(() => {
  cleanup()
  finishCommand('openTrade')
  takeFromCart(cart.get().map(({ tokenDataId }) => tokenDataId))
})

// @feature buy.cart-bar
it('says how many items are chosen and what they cost, buys them, and empties the cart', async () => {
  const user = userEvent.setup()
  addToCart([token(1, '150000000'), token(2, '200000000')])
  renderSite(<CartBar />, {})
  screen.getByText('2 items selected', { exact: false })
  screen.getByText('3.5 APT')
  await user.click(screen.getByRole('button', { name: 'Buy 2 items' }))
  expect(commandRequest('openTrade')).toMatchObject({ kind: 'buy-cart', tokens: cart.get() })
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(cart.get()).toEqual([])
  expect(screen.queryByRole('region', { name: 'Selected items' })).toBeNull()
})

// @feature buy.cart-bar
it('takes no more than one transaction buys, and nothing twice', () => {
  const many = Array.from({ length: 40 }, (_, at) => testingItem(`0x${at.toString(16).padStart(64, '0')}`))
  addToCart(many.slice(0, 2))
  addToCart(many)
  expect(cart.get()).toHaveLength(30)
  expect(new Set(cart.get().map(({ tokenDataId }) => tokenDataId)).size).toBe(30)
})
