import { openSignIn } from '../../app/commands.ts'
import { createStore } from '../../shared/hooks/store.ts'
import { walletSession } from '../wallet/wallet-session.ts'

/** Which wallet the API knows this browser as. Filled by the session feature. */
export interface PageSession {
  /** `unknown` while the API is still to be asked whether a session of last time is open. */
  readonly status: 'unknown' | 'visitor' | 'signed-in'
  /** Set exactly while signed in. */
  readonly wallet: string | null
}

/** Nobody is signed in. */
export const VISITOR: PageSession = { status: 'visitor', wallet: null }

/** Whose session is open; unknown until the browser has looked. */
export const pageSession = createStore<PageSession>({ status: 'unknown', wallet: null })

/** Ends the session, here and at the API. Set by the session feature. */
export const signOutAction = createStore<(() => Promise<void>) | null>(null)

/**
 * Leads to a session: at once when there is one of the connected wallet, otherwise through the sign-in dialog.
 * @param purpose completes the sentence "Sign in to ...".
 * @returns the wallet that is signed in, or null when the person gave up.
 */
export function requireSession(purpose: string): Promise<string | null> {
  const { wallet } = pageSession.get()
  const { address } = walletSession.get()
  if (wallet !== null && (address === null || address === wallet)) return Promise.resolve(wallet)
  return new Promise((done) => openSignIn({ purpose, done }))
}
