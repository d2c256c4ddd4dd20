// @vitest-environment happy-dom
import { MAX_TRADE_ITEMS } from '@opal/contract/constants/trade-limits'
import { showToast } from '@opal/ui/feedback/show-toast'
import { afterEach, expect, it, vi } from 'vitest'
import { testingItem } from '../../testing/testing-item.ts'
import { addToCart, cart, toggleCart } from './cart.ts'

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
