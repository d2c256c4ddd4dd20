import { findNamedWallet } from '@opal/contract/names'
import { findNamedAddress } from '@opal/store/queries/names'
import { defineRoute } from '../../http/route.ts'

export const findNamedWalletRoute = defineRoute(findNamedWallet, async ({ store, nowMicros }, { params }) => {
  const bare = params.name.replace(/\.apt$/, '')
  const [domain = '', subdomain = ''] = bare.split('.').reverse()
  return { name: `${bare}.apt`, walletAddress: await findNamedAddress(store, { domain, subdomain }, nowMicros()) }
})
