import { signOutEverywhere } from '@opal/contract/session'
import { closeSessionsOf } from '@opal/store/accounts/sessions'
import { Answer, defineWalletRoute } from '../../http/route.ts'
import { sessionCookie } from '../../session/session-cookie.ts'

export const signOutEverywhereRoute = defineWalletRoute(
  signOutEverywhere,
  async (context, _input, { wallet }) =>
    new Answer(
      200,
      { ended: await closeSessionsOf(context.store, wallet, context.nowMicros()) },
      { 'set-cookie': sessionCookie(context.network.name, '', 0n) },
    ),
)
