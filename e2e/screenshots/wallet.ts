import type { Page } from 'playwright-core'

const TIMEOUT_MS = 20_000

/** Connects the dev wallet with one of its accounts. */
export async function connect(page: Page, name: string): Promise<void> {
  await chooseAccount(page, name)
  await page.getByRole('button', { name: /^Wallet, balance \d/ }).waitFor()
}

/** Connects the dev wallet with one of its accounts, whatever the site shows. */
export async function chooseAccount(page: Page, name: string): Promise<void> {
  await openConnectDialog(page)
  await page.getByRole('button', { name: /Opal Dev Wallet/ }).click()
  await page.getByRole('radio', { name }).check({ force: true })
  await page.getByRole('button', { name: 'Approve' }).click()
}

/** A click before the page is hydrated is lost: press until the dialog comes. */
export async function openConnectDialog(page: Page): Promise<void> {
  const choice = page.getByRole('button', { name: /Opal Dev Wallet/ })
  for (const until = Date.now() + TIMEOUT_MS; Date.now() < until; ) {
    await page
      .getByRole('button', { name: /^Connect/ })
      // The airdrop's page has one of its own.
      .first()
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

/** Completes the sign-in that the site has asked for. */
export async function signIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Sign in with Opal/ }).click()
  await approveSignIn(page)
}

/** Signs in where the wallet is asked already. */
export async function approveSignIn(page: Page): Promise<void> {
  await page.getByRole('dialog', { name: 'Sign in', exact: true }).getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog', { name: 'Sign in with Aptos' }).waitFor({ state: 'detached' })
}

/** From here on the wallet says that it is on another network than the site. */
export async function leaveNetwork(page: Page): Promise<void> {
  await page.route(/\/dev-wallet\.js/, async (route) => {
    const response = await route.fetch()
    const script = await response.text()
    await route.fulfill({ response, body: script.replace(/"chainId":\d+/, '"chainId":1') })
  })
}

/** Answers the wallet's confirm window. */
export async function answerWallet(page: Page, answer: 'Approve' | 'Reject'): Promise<void> {
  await walletWindow(page).getByRole('button', { name: answer }).click()
}

/** Dismisses the notice about the wallet's own orders, if there is one. */
export async function dismissNotice(page: Page): Promise<void> {
  const dismiss = page.getByRole('button', { name: 'Not now' })
  await dismiss.waitFor({ timeout: 3_000 }).catch(() => {})
  if (await dismiss.isVisible()) await dismiss.click()
}

/** Waits for the tray of pending transactions. */
export async function seeTray(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Your transactions' }).getByRole('listitem').first().waitFor()
}

/** Returns the dev wallet's question whether to sign. */
export function walletWindow(page: Page) {
  return page.getByRole('dialog', { name: 'Confirm transaction' })
}
