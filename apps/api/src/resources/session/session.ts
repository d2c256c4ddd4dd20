import { randomBytes } from 'node:crypto'
import { NodeRefusedError, NodeUnreachableError } from '@opal/chain/rest/node-errors'
import { signInInput, signInText } from '@opal/chain/sign-in/sign-in-message'
import type { SignInFault } from '@opal/chain/sign-in/verify-sign-in'
import {
  beginSignIn,
  deleteAccount,
  getSession,
  listSessions,
  signIn,
  signOut,
  signOutEverywhere,
} from '@opal/contract/session'
import { DAY_MICROS, MICROS_PER_SECOND, toSeconds } from '@opal/domain/time'
import {
  closeSession,
  closeSessionsOf,
  openSession,
  readSessions,
  takeChallenge,
  writeChallenge,
} from '@opal/store/accounts/sessions'
import { deleteAccount as eraseAccount, sweepIdleWallets } from '@opal/store/accounts/wallets'
import { hashSessionToken, newSessionToken, sessionCookie } from '../../auth/session-token.ts'
import { signInGateOf } from '../../auth/sign-in-gate.ts'
import type { ApiContext } from '../../context.ts'
import { NodeUnavailableError, SignInRefusedError } from '../../errors.ts'
import { Answer, defineRoute, defineWalletRoute } from '../../http/routes/route.ts'

/** Time to read and sign the message. */
const CHALLENGE_MICROS = 5n * 60n * MICROS_PER_SECOND

export const beginSignInRoute = defineRoute(beginSignIn, async (context, { body }, caller) => {
  const nowMicros = context.nowMicros()
  const nonce = randomBytes(16).toString('base64url')
  const input = signInInput({
    wallet: body.walletAddress,
    network: context.network.name,
    origin: caller.origin ?? new URL(context.network.webUrl).origin,
    nonce,
    issuedAtMicros: nowMicros,
    expiresAtMicros: nowMicros + CHALLENGE_MICROS,
  })
  const message = signInText(input)
  const challenge = { nonce, wallet: body.walletAddress, message, expiresAtMicros: nowMicros + CHALLENGE_MICROS }
  await writeChallenge(context.store, challenge, nowMicros)
  return { input, message }
})

/** A session lasts two weeks. */
const SESSION_MICROS = 14n * DAY_MICROS

const REASONS: Readonly<Record<SignInFault, string>> = {
  malformed: 'The key or the signature cannot be read.',
  message: 'The wallet signed a different message.',
  key: 'The key that signed does not control this account.',
  signature: 'The signature does not match this message.',
}

export const signInRoute = defineRoute(signIn, async (context, { body }, caller) => {
  const nowMicros = context.nowMicros()
  const challenge = await takeChallenge(context.store, body.input.nonce ?? '', nowMicros)
  if (challenge === null)
    throw new SignInRefusedError('This sign-in request has expired or was already used. Request a new one.')
  const inTurn = signInGateOf(context.client)
  const verdict = await whileNodeAnswers(() => context.verifySignIn(body, challenge.message, inTurn))
  if (!verdict.isValid) throw new SignInRefusedError(REASONS[verdict.fault])
  const token = newSessionToken()
  const times = { openedAtMicros: nowMicros, expiresAtMicros: nowMicros + SESSION_MICROS }
  const session = { wallet: challenge.wallet, ...times, authKey: verdict.authKey }
  await openSession(context.store, hashSessionToken(token), session)
  sweepBehind(context)
  // The browser's former session ends, also for an attacker who planted or copied it.
  if (caller.sessionToken !== null) await closeSession(context.store, hashSessionToken(caller.sessionToken))
  return new Answer(
    200,
    { walletAddress: session.wallet, expiresAt: String(session.expiresAtMicros) },
    { 'set-cookie': sessionCookie(context.network.name, token, toSeconds(SESSION_MICROS)) },
  )
})

/** Stores whose idle wallets are being swept by this process. */
const swept = new WeakSet<ApiContext['store']>()

/**
 * Sweeps idle wallets in the background, once at a time: each waits for who makes notifications, so that sign-ins would wait for these, and
 * some together would hold all connections of the store.
 */
function sweepBehind({ store, nowMicros, log }: Pick<ApiContext, 'store' | 'nowMicros' | 'log'>): void {
  if (swept.has(store)) return
  swept.add(store)
  sweepIdleWallets(store, nowMicros())
    .catch((error: unknown) => log.warn({ err: error }, 'idle wallets could not be swept'))
    .finally(() => swept.delete(store))
}

/** @throws NodeUnavailableError in place of the node's own errors. */
async function whileNodeAnswers<Answered>(ask: () => Promise<Answered>): Promise<Answered> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof NodeUnreachableError || error instanceof NodeRefusedError) {
      throw new NodeUnavailableError({ cause: error })
    }
    throw error
  }
}

export const getSessionRoute = defineRoute(getSession, async (_context, _input, caller) => {
  const session = await caller.session()
  return {
    walletAddress: session?.wallet ?? null,
    expiresAt: session === null ? null : String(session.expiresAtMicros),
  }
})

export const listSessionsRoute = defineWalletRoute(listSessions, async (context, _input, caller) => {
  const own = caller.sessionToken === null ? null : hashSessionToken(caller.sessionToken)
  const sessions = await readSessions(context.store, caller.wallet, context.nowMicros())
  return {
    data: sessions.map(({ tokenHash, openedAtMicros, expiresAtMicros }) => ({
      openedAt: String(openedAtMicros),
      expiresAt: String(expiresAtMicros),
      isCurrent: tokenHash === own,
    })),
  }
})

export const signOutRoute = defineRoute(signOut, async (context, _input, caller) => {
  if (caller.sessionToken !== null) await closeSession(context.store, hashSessionToken(caller.sessionToken))
  return new Answer(
    200,
    { walletAddress: null, expiresAt: null },
    { 'set-cookie': sessionCookie(context.network.name, '', 0n) },
  )
})

export const signOutEverywhereRoute = defineWalletRoute(
  signOutEverywhere,
  async (context, _input, { wallet }) =>
    new Answer(
      200,
      { ended: await closeSessionsOf(context.store, wallet, context.nowMicros()) },
      { 'set-cookie': sessionCookie(context.network.name, '', 0n) },
    ),
)

const STAYS_ON_CHAIN =
  'Tokens, listings, bids, trades and names are on the Aptos chain: they are public, and no one can erase them. ' +
  'To end your listings and bids, cancel them with your wallet.'

export const deleteAccountRoute = defineWalletRoute(deleteAccount, async (context, _input, { wallet }) => {
  const rows = await context.erasureGate(() => eraseAccount(context.store, wallet))
  return new Answer(
    200,
    { deleted: { ...rows }, staysOnChain: STAYS_ON_CHAIN },
    { 'set-cookie': sessionCookie(context.network.name, '', 0n) },
  )
})
