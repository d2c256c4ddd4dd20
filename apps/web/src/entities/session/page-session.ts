import { openSignIn } from '../../app/commands.ts'
import { createStore } from '../../shared/hooks/store.ts'
import { walletSession } from '../wallet/wallet-session.ts'

/** The API session of this browser. */
export interface PageSession {
  /** `unknown` until the API has confirmed or denied the session of the last visit. */
  readonly status: 'unknown' | 'visitor' | 'signed-in'
  /** Address of the signed-in wallet; null without a session. */
  readonly wallet: string | null
}

/** The session of a visitor who is not signed in. */
export const VISITOR: PageSession = { status: 'visitor', wallet: null }

/** The current session. Written by `features/session` only; features read it without importing each other. */
export const pageSession = createStore<PageSession>({ status: 'unknown', wallet: null })

/** Ends the session, here and at the API; null until `features/session`, which sets it, is loaded after the first paint. */
export const signOutAction = createStore<(() => Promise<void>) | null>(null)

/**
 * Resolves with the signed-in wallet: immediately when the connected wallet has a session, otherwise through the sign-in dialog.
 * @param purpose completes the sentence "Sign in to ...".
 * @param isAsked whether the user pressed what says that it signs in: the dialog does not ask again.
 * @returns null when the user gave up.
 */
export function requireSession(purpose: string, isAsked = false): Promise<string | null> {
  const { wallet } = pageSession.get()
  const { address } = walletSession.get()
  if (wallet !== null && (address === null || address === wallet)) return Promise.resolve(wallet)
  return new Promise((done) => openSignIn({ purpose, isAsked: isAsked && address !== null, done }))
}
