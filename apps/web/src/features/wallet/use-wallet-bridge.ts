import { useWallet } from '@aptos-labs/wallet-adapter-react'
import { parseAddress } from '@opal/domain/address'
import type { NetworkName } from '@opal/domain/network'
import { useEffect, useRef, useState } from 'react'
import { finishCommand } from '../../app/commands.ts'
import type { ChainNode } from '../../entities/wallet/chain-node.ts'
import { readStoredWallet, storeWallet } from '../../entities/wallet/stored-wallet.ts'
import { walletActions, walletSession } from '../../entities/wallet/wallet-session.ts'
import { isWrongNetwork } from './is-wrong-network.ts'
import { signInOf } from './sign-in-of.ts'
import { type Connecting, useConnecting } from './use-connecting.ts'
import { useLiveBalance } from './use-live-balance.ts'
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions above are recreated whenever one of these changes.
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
  useEffect(() => {
    const readAgain = () => void walletActions.get()?.refreshBalance()
    window.addEventListener('online', readAgain)
    return () => window.removeEventListener('online', readAgain)
  }, [])
  useLiveBalance(address)
  const detected = adapter.wallets.map(({ name, icon, url }) => ({ name, icon, url }))
  return { choices: walletChoices(detected, adapter.notDetectedWallets), connect, disconnect }
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

/** Longest wait for the wallet of the last visit: extensions announce themselves late. */
const GIVE_UP_MS = 5000

/**
 * Reconnects the wallet of the last visit as soon as it announces itself.
 * @returns whether it is still awaited.
 */
function useRestoredWallet(
  wallets: readonly { readonly name: string }[],
  connect: (walletName: string) => Promise<void>,
): boolean {
  const stored = useRef(readStoredWallet())
  const [restoring, setRestoring] = useState(stored.current !== null)
  const name = stored.current?.name
  const isThere = wallets.some((wallet) => wallet.name === name)
  // biome-ignore lint/correctness/useExhaustiveDependencies: connects once, when the wallet appears.
  useEffect(() => {
    if (!restoring || name === undefined || !isThere) return
    stored.current = null
    const settled = () => setRestoring(false)
    // The error has been shown.
    void connect(name).then(settled, settled)
  }, [isThere])
  useEffect(() => {
    const timer = setTimeout(() => setRestoring(false), GIVE_UP_MS)
    return () => clearTimeout(timer)
  }, [])
  return restoring
}
