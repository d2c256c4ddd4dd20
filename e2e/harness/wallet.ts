import type { BrowserContext, Page } from 'playwright-core'
import { whenReady } from './when-ready.ts'

/** Connects the dev wallet as one of its people. */
export async function connectWallet(page: Page, name: string): Promise<void> {
  await whenReady(page)
  // Pages that need a wallet have a button of the same name below the header's.
  await page.getByRole('button', { name: 'Connect Wallet', exact: true }).first().click()
  await page.getByRole('button', { name: /Opal Dev Wallet/ }).click()
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

/** The wallet's word to the page that its account is another now. */
interface SwitchableWindow {
  switchAccount(address: string): Promise<void>
}

/**
 * Lets a test switch the account as in a wallet's own window, whatever the page shows. For pages of this context
 * that are opened or loaded afterwards.
 */
export async function allowAccountSwitch(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    type Tell = (account: unknown) => void
    const tells: Tell[] = []
    let current: () => Promise<unknown> = async () => null
    addEventListener('wallet-standard:register-wallet', (event) => {
      const register = (wallet: { features: Record<string, Record<string, (tell: Tell) => Promise<unknown>>> }) => {
        const { 'aptos:onAccountChange': changes, 'aptos:account': account } = wallet.features
        const listen = changes?.onAccountChange
        if (changes === undefined || listen === undefined || account?.account === undefined) return
        current = account.account as unknown as () => Promise<unknown>
        changes.onAccountChange = async (tell) => {
          tells.push(tell)
          return listen(tell)
        }
      }
      ;(event as unknown as { detail(api: { register: typeof register }): void }).detail({ register })
    })
    ;(window as unknown as SwitchableWindow).switchAccount = async (address) => {
      localStorage.setItem('opal-dev-wallet', address)
      const account = await current()
      for (const tell of tells) tell(account)
    }
  })
}

/** Changes the wallet's account. The page was loaded after {@link allowAccountSwitch}. */
export async function switchAccount(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => (window as unknown as SwitchableWindow).switchAccount(to), address)
}
