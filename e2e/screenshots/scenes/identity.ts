import type { Page } from 'playwright-core'
import { failCalls } from '../faults.ts'
import type { Subjects } from '../find-subjects.ts'
import type { Scene } from '../scene.ts'
import { approveSignIn, signIn } from '../wallet.ts'

/** Signing in, favourites, flags, points and the end of an account. */
export const IDENTITY_SCENES: readonly Scene[] = [
  { name: 'airdrop-visitor', path: () => '/airdrop', whole: true },
  { name: 'airdrop-leaderboard', path: () => '/airdrop', as: 'mine' },
  { name: 'airdrop-ledger', path: () => '/airdrop?tab=ledger', as: 'mine' },
  { name: 'airdrop-formula', path: () => '/airdrop?tab=formula', as: 'mine', whole: true },
  {
    name: 'airdrop-failed',
    path: () => '/airdrop?tab=formula',
    as: 'mine',
    act: async (page) => {
      await failCalls(page)
      await page.getByRole('tab', { name: 'Leaderboard' }).click()
      await page.getByText('Couldn’t load the leaderboard').waitFor()
    },
  },
  {
    name: 'sign-in',
    path: () => '/?tab=favourites',
    as: 'mine',
    act: async (page) => {
      await page.getByRole('button', { name: 'Sign in to sync' }).click()
      await page.getByRole('dialog', { name: 'Sign in with Aptos' }).waitFor()
    },
  },
  {
    name: 'sign-in-declined',
    path: () => '/?tab=favourites',
    as: 'mine',
    act: async (page) => {
      await page.getByRole('button', { name: 'Sign in to sync' }).click()
      await page.getByRole('button', { name: /^Sign in with Opal/ }).click()
      await page.getByRole('dialog', { name: 'Sign in', exact: true }).getByRole('button', { name: 'Reject' }).click()
      await page.getByText('You declined in your wallet.').waitFor()
    },
  },
  { name: 'flag-empty', path: flagPlace, act: openFlags },
  {
    name: 'flag-filled',
    path: flagPlace,
    as: 'mine',
    act: async (page, subjects) => {
      await openFlags(page, subjects)
      await page.getByRole('radio', { name: /^Misleading/ }).check()
      await page.getByRole('textbox', { name: 'Remarks' }).fill('Its description promises a game that nobody has seen.')
    },
  },
  {
    name: 'flag-sent',
    path: flagPlace,
    as: 'mine',
    inTurn: true,
    act: async (page, subjects) => {
      await openFlags(page, subjects)
      await page.getByRole('radio', { name: /^Misleading/ }).check()
      await page.getByRole('textbox', { name: 'Remarks' }).fill('Its description promises a game that nobody has seen.')
      await page.getByRole('button', { name: /^(Send|Replace my) flag$/ }).click()
      await signIn(page)
      await page.getByText('Awaiting review.').waitFor()
    },
  },
  { name: 'account-delete-visitor', path: () => '/account-delete', whole: true },
  {
    name: 'account-delete-confirm',
    path: () => '/account-delete',
    as: 'mine',
    whole: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Sign in with Aptos' }).click()
      await approveSignIn(page)
      await page.getByLabel(/^Type/).fill('erase my account')
    },
  },
  {
    name: 'account-erased',
    path: () => '/account-delete',
    as: 'mine',
    inTurn: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Sign in with Aptos' }).click()
      await approveSignIn(page)
      await page.getByLabel(/^Type/).fill('erase my account')
      await page.getByRole('button', { name: 'Erase my account' }).click()
      await page.getByRole('heading', { name: 'Your account has been erased' }).waitFor()
    },
  },
]

function flagPlace({ cheapest }: Subjects): string {
  return `/collection/${cheapest.slug}`
}

async function openFlags(page: Page, { cheapest }: Subjects): Promise<void> {
  await page.getByRole('button', { name: `Flag ${cheapest.collectionName}` }).click()
  await page.getByRole('dialog', { name: 'Flag this collection' }).getByText('Public log').waitFor()
}
