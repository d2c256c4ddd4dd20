import { listSessions } from '@opal/contract/session'
import { readSessions } from '@opal/store/accounts/sessions'
import { defineWalletRoute } from '../../http/route.ts'
import { hashSessionToken } from '../../session/session-token.ts'

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
