// @vitest-environment happy-dom
import { MAX_TRADE_ITEMS } from '@opal/contract/constants/trade-limits'
import { showToast } from '@opal/ui/feedback/show-toast'
import { afterEach, expect, it, vi } from 'vitest'
import { testingItem } from '../../testing/testing-item.ts'
import { addToCart, cart, takeFromCart, toggleCart } from './cart.ts'

vi.mock(import('@opal/ui/feedback/show-toast'), () => ({ showToast: vi.fn(async () => () => {}) }))
afterEach(() => {
  cart.set([])
  localStorage.clear()
  vi.mocked(showToast).mockClear()
})

const token = (at: number) => testingItem(`0x${at.toString(16).padStart(64, '0')}`, { listedPrice: '1' })
const tokens = (count: number) => Array.from({ length: count }, (_, at) => token(at + 1))
const FULL = [`Your cart is full: it holds up to ${MAX_TRADE_ITEMS} items.`, 'info']

// @feature buy.cart-full
it('says that it is full in place of taking one more, by a press or several at once', () => {
  addToCart(tokens(MAX_TRADE_ITEMS))
  expect(showToast).not.toHaveBeenCalled()
  toggleCart(token(99))
  expect(cart.get()).toHaveLength(MAX_TRADE_ITEMS)
  expect(vi.mocked(showToast).mock.calls).toEqual([FULL])
  toggleCart(token(1))
  expect(cart.get()).toHaveLength(MAX_TRADE_ITEMS - 1)
  addToCart([token(98), token(99)])
  expect(cart.get()).toHaveLength(MAX_TRADE_ITEMS)
  expect(vi.mocked(showToast).mock.calls).toEqual([FULL, FULL])
  // Those that are in it already are no more than it holds.
  addToCart(tokens(2).slice(1))
  expect(showToast).toHaveBeenCalledTimes(2)
})

it('changes and stores nothing when what is taken out is not in it', () => {
  addToCart([token(1)])
  const before = cart.get()
  const write = vi.spyOn(Storage.prototype, 'setItem')
  takeFromCart([token(2).tokenDataId])
  expect(cart.get()).toBe(before)
  expect(write).not.toHaveBeenCalled()
  write.mockRestore()
})

// @feature buy.cart-bar
it('takes no more than one transaction buys, and nothing twice', () => {
  const many = tokens(40)
  addToCart(many.slice(0, 2))
  addToCart(many)
  expect(cart.get()).toHaveLength(30)
  expect(new Set(cart.get().map(({ tokenDataId }) => tokenDataId)).size).toBe(30)
})

// @feature buy.cart-bar, trade.editions
it('holds the edition that was chosen', () => {
  addToCart([{ ...token(1), propertyVersion: '7', listedPropertyVersion: '3' }])
  expect(cart.get()).toMatchObject([{ listedPropertyVersion: '3' }])
  expect(localStorage.getItem('opal.cart')).toContain('"listedPropertyVersion":"3"')
})
