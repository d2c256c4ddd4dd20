import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Connects the dev wallet as one of its people. */
export async function connectWallet(page: Page, name: string): Promise<void> {
  // A click before the page is hydrated is lost; one after the dialog has come is held back by it.
  const connect = page.getByRole('button', { name: /^Connect/ })
  const choice = page.getByRole('button', { name: /Opal Dev Wallet/ })
  await expect
    .poll(
      async () => {
        if (!(await choice.isVisible())) await connect.click({ timeout: 1_500 }).catch(() => {})
        return choice.isVisible()
      },
      { timeout: 20_000, interval: 500 },
    )
    .toBe(true)
  await choice.click()
  await page.getByRole('radio', { name }).check({ force: true })
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('button', { name: /^Wallet, balance \d/ }).waitFor()
}

/** Answers the wallet's confirm window. */
export async function answerWallet(page: Page, answer: 'Approve' | 'Reject'): Promise<void> {
  await page.getByRole('dialog', { name: 'Confirm transaction' }).getByRole('button', { name: answer }).click()
}

/** APT that the header shows. */
export async function shownBalance(page: Page): Promise<number> {
  // By attribute: behind an open dialog the header has no role.
  const label = await page.locator('button[aria-label^="Wallet, balance"]').getAttribute('aria-label')
  return Number(label?.replace(/[^\d.]/g, ''))
}

/** Answers the wallet's window that asks to sign in. */
export async function answerSignIn(page: Page, answer: 'Approve' | 'Reject'): Promise<void> {
  await page.getByRole('dialog', { name: 'Sign in', exact: true }).getByRole('button', { name: answer }).click()
}
