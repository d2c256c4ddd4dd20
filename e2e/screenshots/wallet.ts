import type { Page } from 'playwright-core'

const PATIENCE_MS = 20_000

/** Connects the dev wallet as one of its people. */
export async function connect(page: Page, name: string): Promise<void> {
  await openConnectDialog(page)
  await page.getByRole('button', { name: /Opal Dev Wallet/ }).click()
  await page.getByRole('radio', { name }).check({ force: true })
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('button', { name: /^Wallet, balance \d/ }).waitFor()
}

/** A click before the page is hydrated is lost: press until the dialog comes. */
export async function openConnectDialog(page: Page): Promise<void> {
  const choice = page.getByRole('button', { name: /Opal Dev Wallet/ })
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; ) {
    await page
      .getByRole('button', { name: /^Connect/ })
      .click({ timeout: 1_500 })
      .catch(() => {})
    const came = await choice.waitFor({ timeout: 1_500 }).then(
      () => true,
      () => false,
    )
    if (came) return
  }
  throw new Error('The connect dialog does not open.')
}

/** Answers the wallet's confirm window. */
export async function answerWallet(page: Page, answer: 'Approve' | 'Reject'): Promise<void> {
  await walletWindow(page).getByRole('button', { name: answer }).click()
}

export function walletWindow(page: Page) {
  return page.getByRole('dialog', { name: 'Confirm transaction' })
}
