import type { useWallet } from '@aptos-labs/wallet-adapter-react'
import { showToast } from '@opal/ui/feedback/show-toast'
import { type RefObject, useRef } from 'react'
import { useNavigate } from 'react-router'
import { storeWallet } from '../../entities/wallet/stored-wallet.ts'
import { walletSession } from '../../entities/wallet/wallet-session.ts'
import { connectErrorText } from './wallet-errors.ts'

export interface Connecting {
  /** Whether a wallet is being connected. */
  readonly isAsked: RefObject<boolean>
  /** @throws the wallet's error, after it was logged and shown in a toast. */
  connect(walletName: string): Promise<void>
  disconnect(): Promise<void>
  /** Called when the adapter has no account any more, also because the wallet disconnected the site. */
  onGone(walletName: string | null): void
}

/** Connects and disconnects wallets, and shows the result in a toast. */
export function useConnecting(adapter: ReturnType<typeof useWallet>): Connecting {
  const navigate = useNavigate()
  const isAsked = useRef(false)
  /** Whether the site disconnects and shows its own message. */
  const isLeaving = useRef(false)

  const leave = async (walletName: string | null) => {
    storeWallet(null)
    await showToast(`${walletName} Wallet Disconnected Succefully.`)
    await navigate('/')
  }

  const disconnect = async () => {
    const { walletName, address } = walletSession.get()
    isLeaving.current = address !== null
    try {
      await adapter.disconnect()
      await leave(walletName)
    } catch {
      isLeaving.current = false
      await showToast('An error occurred while disconnecting wallet.', 'error')
    }
  }

  const connect = async (walletName: string) => {
    if (isAsked.current) {
      // biome-ignore lint/suspicious/noConsole: docs/product/wallet-and-session.md#one-connection
      console.info('connectWallet has already been executed.')
      return
    }
    if (walletSession.get().address !== null) return disconnect()
    isAsked.current = true
    walletSession.set((before) => ({ ...before, status: 'connecting' }))
    try {
      await adapter.connect(walletName)
    } catch (error) {
      walletSession.set((before) => ({ ...before, status: 'disconnected' }))
      // biome-ignore lint/suspicious/noConsole: docs/product/wallet-and-session.md#failed-connections
      console.error('Couldn’t connect the wallet.', error)
      await showToast(connectErrorText(error), 'error')
      throw error
    } finally {
      isAsked.current = false
    }
  }

  const onGone = (walletName: string | null) => {
    if (!isLeaving.current) void leave(walletName)
    isLeaving.current = false
  }

  return { isAsked, connect, disconnect, onGone }
}
