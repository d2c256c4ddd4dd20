import { findNamedWallet, listWalletNames, searchWallets } from '@opal/contract/names'
import { parseAddress } from '@opal/domain/address'
import { findNamedAddress, findNamesByPrefix } from '@opal/store/queries/names'
import { defineRoute } from '../../http/routes/route.ts'
import { loadWalletNames, presentWallet } from './wallet-names.ts'

export const findNamedWalletRoute = defineRoute(findNamedWallet, async ({ store, nowMicros }, { params }) => {
  const bare = params.name.replace(/\.apt$/, '')
  const [domain = '', subdomain = ''] = bare.split('.').reverse()
  return { name: `${bare}.apt`, walletAddress: await findNamedAddress(store, { domain, subdomain }, nowMicros()) }
})

export const searchWalletsRoute = defineRoute(searchWallets, async ({ store, nowMicros }, { params }) => {
  const [domain = '', ending] = params.text.split('.')
  if (ending !== undefined) {
    const walletAddress = await findNamedAddress(store, { domain, subdomain: '' }, nowMicros())
    return {
      data: walletAddress === null ? [] : [{ walletAddress: parseAddress(walletAddress), aptosName: `${domain}.apt` }],
    }
  }
  const found = await findNamesByPrefix(store, domain, nowMicros())
  return { data: found.map(({ name, address }) => ({ walletAddress: parseAddress(address), aptosName: name })) }
})

export const listWalletNamesRoute = defineRoute(listWalletNames, async (context, { body }) => {
  const walletNames = await loadWalletNames(context, body.wallet_address)
  return {
    data: body.wallet_address.map((address) => {
      const { aptosName, isWalletAddress } = presentWallet(address, walletNames)
      return { wallet_address: address, name: aptosName, is_wallet_address: isWalletAddress }
    }),
  }
})
