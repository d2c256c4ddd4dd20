import { listWalletNames } from '@opal/contract/names'
import { defineRoute } from '../../http/route.ts'
import { loadPeople } from '../../load/load-people.ts'
import { presentWallet } from '../../present/present-wallet.ts'

export const listWalletNamesRoute = defineRoute(listWalletNames, async (context, { body }) => {
  const people = await loadPeople(context, body.wallet_address)
  return {
    data: body.wallet_address.map((address) => {
      const { aptosName, isWalletAddress } = presentWallet(address, people)
      return { wallet_address: address, name: aptosName, is_wallet_address: isWalletAddress }
    }),
  }
})
