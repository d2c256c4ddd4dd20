import { NodeRefusedError, NodeUnreachableError } from '@opal/chain/rest/node-errors'
import type { SignInAnswer, SignInVerdict } from '@opal/chain/sign-in/verify-sign-in'
import { signIn } from '@opal/contract/session'
import { closeSession, openSession, takeChallenge } from '@opal/store/accounts/sessions'
import { sweepIdleWallets } from '@opal/store/accounts/wallets'
import type { ApiContext } from '../../context.ts'
import { NodeUnavailableError, SignInRefusedError } from '../../errors.ts'
import { Answer, defineRoute } from '../../http/route.ts'
import { sessionCookie } from '../../session/session-cookie.ts'
import { hashSessionToken, newSessionToken } from '../../session/session-token.ts'

/** A session lasts two weeks. */
const SESSION_MICROS = 14n * 24n * 3600n * 1_000_000n

const REASONS: Readonly<Record<Exclude<SignInVerdict, 'valid'>, string>> = {
  malformed: 'The key or the signature cannot be read.',
  message: 'The wallet signed another message than the one it was asked for.',
  key: 'The key that signed does not rule this account.',
  signature: 'The signature is not one of this message.',
}

export const signInRoute = defineRoute(signIn, async (context, { body }, caller) => {
  const nowMicros = context.nowMicros()
  const challenge = await takeChallenge(context.store, body.input.nonce ?? '', nowMicros)
  if (challenge === null)
    throw new SignInRefusedError('This sign-in is over or was answered already. Ask for a new one.')
  const verdict = await judge(context, body, challenge.message)
  if (verdict !== 'valid') throw new SignInRefusedError(REASONS[verdict])
  const token = newSessionToken()
  const session = { wallet: challenge.wallet, openedAtMicros: nowMicros, expiresAtMicros: nowMicros + SESSION_MICROS }
  await openSession(context.store, hashSessionToken(token), session)
  await sweepIdleWallets(context.store, nowMicros)
  // The browser forgets the one it had; so does whoever may have planted or copied it.
  if (caller.sessionToken !== null) await closeSession(context.store, hashSessionToken(caller.sessionToken))
  return new Answer(
    200,
    { walletAddress: session.wallet, expiresAt: String(session.expiresAtMicros) },
    { 'set-cookie': sessionCookie(context.network.name, token, SESSION_MICROS / 1_000_000n) },
  )
})

async function judge(context: ApiContext, answer: SignInAnswer, message: string): Promise<SignInVerdict> {
  try {
    return await context.verifySignIn(answer, message)
  } catch (error) {
    if (error instanceof NodeUnreachableError || error instanceof NodeRefusedError) {
      throw new NodeUnavailableError({ cause: error })
    }
    throw error
  }
}
