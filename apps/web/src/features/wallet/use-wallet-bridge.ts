import { type Network, useWallet } from '@aptos-labs/wallet-adapter-react'
import type { WirePayload } from '@opal/contract/shapes/trade'
import { parseAddress } from '@opal/domain/address'
import type { NetworkName } from '@opal/domain/network'
import { showToast } from '@opal/ui/show-toast'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { ChainNode } from '../../lib/chain-node.ts'
import { connectDialog, WalletRejectedError, walletActions, walletSession } from '../../lib/wallet-session.ts'
import { isWrongNetwork } from './is-wrong-network.ts'
import { signInOf } from './sign-in-of.ts'
import { storeWallet } from './stored-wallet.ts'
import { useRestoredWallet } from './use-restored-wallet.ts'
import { type WalletChoice, walletChoices } from './wallet-choices.ts'
import { walletData } from './wallet-data.ts'
import { connectErrorText, isDeclined, walletErrorText } from './wallet-errors.ts'

export interface WalletBridge {
  readonly choices: readonly WalletChoice[]
  /** @throws whatever the wallet says, once it has been logged and told in a toast. */
  connect(walletName: string): Promise<void>
  disconnect(): Promise<void>
}

/** Tells the rest of the site what the adapter knows, and lets it ask the wallet for things. */
export function useWalletBridge(networkName: NetworkName, node: ChainNode): WalletBridge {
  const adapter = useWallet()
  const navigate = useNavigate()
  const connecting = useRef(false)
  const address = adapter.account === null ? null : (parseAddress(adapter.account.address.toString()) as string)
  const wrongNetwork = isWrongNetwork(adapter.network, networkName)

  const disconnect = async () => {
    const { walletName } = walletSession.get()
    try {
      await adapter.disconnect()
      storeWallet(null)
      await showToast(`${walletName} Wallet Disconnected Succefully.`)
      await navigate('/')
    } catch {
      await showToast('An error occurred while disconnecting wallet.', 'error')
    }
  }

  const connect = async (walletName: string) => {
    if (connecting.current) {
      // biome-ignore lint/suspicious/noConsole: spec 001, section 8 "Connect already running: Logs ..."
      console.info('connectWallet has already been executed.')
      return
    }
    if (walletSession.get().address !== null) return disconnect()
    connecting.current = true
    walletSession.set((before) => ({ ...before, status: 'connecting' }))
    try {
      await adapter.connect(walletName)
    } catch (error) {
      walletSession.set((before) => ({ ...before, status: 'disconnected' }))
      // biome-ignore lint/suspicious/noConsole: spec 001, section 8 "A connect failure is logged and rethrown"
      console.error('The wallet could not be connected.', error)
      await showToast(connectErrorText(error), 'error')
      throw error
    } finally {
      connecting.current = false
    }
  }

  const signAndSubmit = async (payload: WirePayload): Promise<string> => {
    // The marketplaces have the same addresses on several networks: what was simulated here must not be sent there.
    if (isWrongNetwork(adapter.network, networkName)) throw new Error('The wallet is on another network')
    try {
      const { hash } = await adapter.signAndSubmitTransaction({ data: await walletData(payload) })
      return hash
    } catch (error) {
      if (isDeclined(error)) throw new WalletRejectedError(walletErrorText(error))
      throw new Error(walletErrorText(error) || 'Failed to execute transaction.', { cause: error })
    }
  }

  const refreshBalance = async () => {
    const holder = walletSession.get().address
    if (holder === null) return
    const balance = await node.balance(holder)
    walletSession.set((before) => (before.address === holder ? { ...before, balance } : before))
  }

  const sequenceNumber = async () => {
    const holder = walletSession.get().address
    return holder === null ? null : node.sequenceNumber(holder)
  }

  const switchNetwork = async () => {
    try {
      await adapter.changeNetwork(networkName as Network)
    } catch (error) {
      await showToast(walletErrorText(error) || 'Switch the network in your wallet.', 'error')
    }
  }

  const restoring = useRestoredWallet(adapter.wallets, connect)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions above are made anew with every one of these.
  useEffect(() => {
    walletActions.set({
      disconnect,
      signAndSubmit,
      signIn: signInOf(adapter.wallet),
      refreshBalance,
      sequenceNumber,
      switchNetwork,
    })
    walletSession.set((before) => ({
      status:
        address !== null ? 'connected' : connecting.current ? 'connecting' : restoring ? 'restoring' : 'disconnected',
      walletName: adapter.wallet?.name ?? null,
      walletIcon: adapter.wallet?.icon ?? null,
      address,
      balance: before.address === address ? before.balance : null,
      wrongNetwork,
    }))
    const publicKey = adapter.account?.publicKey.toString()
    if (address !== null && publicKey !== undefined && adapter.wallet !== null) {
      // On another network nothing is kept, so that the next visit starts clean.
      storeWallet(wrongNetwork ? null : { name: adapter.wallet.name, address, publicKey })
    }
    // Only once the address is known: whoever opened the dialog waits for that.
    if (address !== null) connectDialog.set(false)
    void refreshBalance()
  }, [address, adapter.wallet, adapter.network, wrongNetwork, restoring])

  const detected = adapter.wallets.map(({ name, icon, url }) => ({ name, icon, url }))
  return { choices: walletChoices(detected), connect, disconnect }
}
