import { useWallet } from '@aptos-labs/wallet-adapter-react'
import { parseAddress } from '@opal/domain/address'
import type { NetworkName } from '@opal/domain/network'
import { useEffect } from 'react'
import { finishCommand } from '../../app/commands.ts'
import type { ChainNode } from '../../entities/wallet/chain-node.ts'
import { storeWallet } from '../../entities/wallet/stored-wallet.ts'
import { walletActions, walletSession } from '../../entities/wallet/wallet-session.ts'
import { isWrongNetwork } from './is-wrong-network.ts'
import { signInOf } from './sign-in-of.ts'
import { type Connecting, useConnecting } from './use-connecting.ts'
import { useRestoredWallet } from './use-restored-wallet.ts'
import { type WalletChoice, walletChoices } from './wallet-choices.ts'
import { askingNode, askingWallet } from './wallet-requests.ts'

export interface WalletBridge extends Pick<Connecting, 'connect' | 'disconnect'> {
  readonly choices: readonly WalletChoice[]
}

/** Publishes the adapter's state in `walletSession`, and the wallet's actions in `walletActions`. */
export function useWalletBridge(networkName: NetworkName, node: ChainNode): WalletBridge {
  const adapter = useWallet()
  const { isAsked, connect, disconnect, onGone } = useConnecting(adapter)
  const address = adapter.account === null ? null : (parseAddress(adapter.account.address.toString()) as string)
  const wrongNetwork = isWrongNetwork(adapter.network, networkName)
  const restoring = useRestoredWallet(adapter.wallets, connect)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions above are made anew with every one of these.
  useEffect(() => {
    const chain = askingNode(node)
    const { address: known, walletName } = walletSession.get()
    if (known !== null && address === null) onGone(walletName)
    walletActions.set({ disconnect, signIn: signInOf(adapter.wallet), ...askingWallet(adapter, networkName), ...chain })
    const waiting = isAsked.current ? 'connecting' : restoring ? 'restoring' : 'disconnected'
    walletSession.set((before) => ({
      status: address !== null ? 'connected' : waiting,
      walletName: adapter.wallet?.name ?? null,
      walletIcon: adapter.wallet?.icon ?? null,
      address,
      balance: before.address === address ? before.balance : null,
      wrongNetwork,
    }))
    keepWallet(adapter, address, wrongNetwork)
    // Only once the address is known, for which the opener of the dialog waits.
    if (address !== null) finishCommand('openConnect')
    void chain.refreshBalance()
  }, [address, adapter.wallet, adapter.network, wrongNetwork, restoring])
  const detected = adapter.wallets.map(({ name, icon, url }) => ({ name, icon, url }))
  return { choices: walletChoices(detected), connect, disconnect }
}

/** Stores a connected wallet for the next visit. */
function keepWallet(
  { account, wallet }: ReturnType<typeof useWallet>,
  address: string | null,
  wrongNetwork: boolean,
): void {
  const publicKey = account?.publicKey.toString()
  if (address === null || publicKey === undefined || wallet === null) return
  // On another network nothing is stored, so that the next visit starts without a wallet.
  storeWallet(wrongNetwork ? null : { name: wallet.name, address, publicKey })
}
