import { deleteAccount } from '@opal/contract/session'
import { deleteAccount as eraseAccount } from '@opal/store/accounts/wallets'
import { Answer, defineWalletRoute } from '../../http/route.ts'
import { sessionCookie } from '../../session/session-cookie.ts'

const STAYS_ON_CHAIN =
  'Tokens, listings, offers, trades and names are on the Aptos chain: they are public, and nobody can erase them. ' +
  'Cancel your listings and offers with your wallet if they should end.'

export const deleteAccountRoute = defineWalletRoute(deleteAccount, async (context, _input, { wallet }) => {
  const rows = await eraseAccount(context.store, wallet)
  return new Answer(
    200,
    { deleted: { ...rows }, staysOnChain: STAYS_ON_CHAIN },
    { 'set-cookie': sessionCookie(context.network.name, '', 0n) },
  )
})
