import { getSession } from '@opal/contract/session'
import { defineRoute } from '../../http/route.ts'

export const getSessionRoute = defineRoute(getSession, async (_context, _input, caller) => {
  const session = await caller.session()
  return {
    walletAddress: session?.wallet ?? null,
    expiresAt: session === null ? null : String(session.expiresAtMicros),
  }
})
