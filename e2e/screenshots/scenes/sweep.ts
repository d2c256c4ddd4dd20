import type { Page } from 'playwright-core'
import { PRESSABLE } from '../pressable.ts'
import type { Scene } from '../scene.ts'
import { answerWallet, dismissNotice } from '../wallet.ts'

/** Buying many: the sweep bar, its dialog, and the cart. */
export const SWEEP_SCENES: readonly Scene[] = [
  { name: 'sweep-bar', path: ({ collection }) => `/collection/${collection.slug}`, act: (page) => chooseThree(page) },
  {
    name: 'sweep-details',
    path: ({ collection }) => `/collection/${collection.slug}`,
    act: async (page) => {
      await chooseThree(page)
      await page.getByRole('button', { name: 'Show details' }).click()
      await page.getByRole('slider', { name: 'Cost by number of items' }).waitFor()
    },
  },
  {
    name: 'sweep-ready',
    path: ({ collection }) => `/collection/${collection.slug}`,
    as: 'mine',
    act: async (page) => {
      await chooseThree(page)
      await page.getByRole('button', { name: 'Magic buy' }).click()
      await page.getByRole('button', { name: 'Confirm purchase' }).and(page.locator(PRESSABLE)).waitFor()
    },
  },
  {
    name: 'sweep-done',
    path: ({ cheapest }) => `/collection/${cheapest.slug}`,
    as: 'mine',
    inTurn: true,
    act: async (page) => {
      await chooseThree(page)
      await page.getByRole('button', { name: 'Magic buy' }).click()
      await page.getByRole('button', { name: 'Confirm purchase' }).and(page.locator(PRESSABLE)).click()
      await answerWallet(page, 'Approve')
      await page.getByRole('dialog', { name: 'Congratulations!' }).waitFor()
    },
  },
  {
    name: 'cart-empty',
    path: ({ collection }) => `/collection/${collection.slug}`,
    act: async (page) => {
      await fillCart(page)
      await page.getByRole('button', { name: /^Cart, / }).click()
      const cart = page.getByRole('dialog', { name: 'Cart' })
      for (let times = 0; times < 3; times += 1)
        await cart
          .getByRole('button', { name: /^Remove / })
          .first()
          .click()
    },
  },
  {
    name: 'cart',
    path: ({ collection }) => `/collection/${collection.slug}`,
    act: async (page) => {
      await fillCart(page)
      await page.getByRole('button', { name: /^Cart, / }).click()
      await page.getByRole('dialog', { name: 'Cart' }).waitFor()
    },
  },
  {
    name: 'cart-buy-ready',
    path: ({ collection }) => `/collection/${collection.slug}`,
    as: 'mine',
    act: async (page) => {
      await dismissNotice(page)
      await fillCart(page)
      await page.getByRole('button', { name: /^Cart, / }).click()
      // The bar of the page has such a button too.
      await page
        .getByRole('dialog', { name: 'Cart' })
        .getByRole('button', { name: /^Buy \d+ items?$/ })
        .click()
      await page.getByRole('button', { name: 'Confirm purchase' }).and(page.locator(PRESSABLE)).waitFor()
    },
  },
]

async function chooseThree(page: Page): Promise<void> {
  const bar = page.getByRole('region', { name: 'Sweep' })
  for (let times = 0; times < 3; times += 1) await bar.getByRole('button', { name: 'One more' }).click()
}

async function fillCart(page: Page): Promise<void> {
  const adders = page.getByRole('button', { name: /^Add to cart: / })
  await adders.first().waitFor({ state: 'attached' })
  for (let times = 1; times <= 3; times += 1) {
    await adders.first().click({ force: true })
    await page.getByRole('button', { name: new RegExp(`^Cart, ${times} `) }).waitFor()
  }
}
