// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { renderSite } from '../testing/render-site.tsx'
import { testingItem } from '../testing/testing-item.ts'
import { FavouriteStar } from './collection/favourite-star.tsx'
import { CartToggle } from './order/cart-toggle.tsx'

afterEach(cleanup)

const TOKEN = testingItem(`0x${'1'.repeat(64)}`, { name: 'Stone #1', listedPrice: '150000000' })

// @feature landing.favourites, buy.cart
it.each([
  [
    'a favorite',
    <FavouriteStar key="star" collectionId={TOKEN.collectionId} name="Stones" />,
    ['Add Stones to favorites', 'Remove Stones from favorites'],
  ],
  ['the cart', <CartToggle key="cart" token={TOKEN} />, ['Add to cart: Stone #1', 'Remove from cart: Stone #1']],
] as const)('says by its name alone what a press does: a toggle for %s', async (_, toggle, names) => {
  const user = userEvent.setup()
  renderSite(toggle, {})
  const button = await screen.findByRole('button', { name: names[0] })
  for (let presses = 0; presses < 4; presses += 1) {
    expect(button.getAttribute('aria-label')).toBe(names[presses % 2])
    // "Remove, pressed" would read as if it were removed.
    expect(button.hasAttribute('aria-pressed')).toBe(false)
    expect(button.hasAttribute('data-on')).toBe(presses % 2 === 1)
    await user.click(button)
  }
})
