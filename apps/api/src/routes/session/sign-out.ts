import { signOut } from '@opal/contract/session'
import { closeSession } from '@opal/store/accounts/sessions'
import { Answer, defineRoute } from '../../http/route.ts'
import { sessionCookie } from '../../session/session-cookie.ts'
import { hashSessionToken } from '../../session/session-token.ts'

export const signOutRoute = defineRoute(signOut, async (context, _input, caller) => {
  if (caller.sessionToken !== null) await closeSession(context.store, hashSessionToken(caller.sessionToken))
  return new Answer(
    200,
    { walletAddress: null, expiresAt: null },
    { 'set-cookie': sessionCookie(context.network.name, '', 0n) },
  )
})
