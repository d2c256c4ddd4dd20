import { cleanup } from '@testing-library/react'
import { vi } from 'vitest'
import { finishCommand } from '../../../app/commands.ts'
import type { ChainNode } from '../../../entities/wallet/chain-node.ts'
import { storeWallet } from '../../../entities/wallet/stored-wallet.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { ConnectDialog } from '../dialogs/connect-dialog.tsx'
import { useWalletBridge } from '../use-wallet-bridge.ts'
import { adapter } from './wallet-adapter.ts'

export const node: ChainNode = {
  balance: async () => 0n,
  transaction: async () => ({ state: 'unknown' }),
  ledgerTimeMs: async () => null,
  sequenceNumber: async () => null,
  transactionAt: async () => null,
}

/** The dialog of wallets, and buttons that connect again and disconnect. */
export function Bridge() {
  const { choices, connect, disconnect } = useWalletBridge('local', node)
  return (
    <>
      <ConnectDialog choices={choices} onConnect={connect} />
      <button type="button" onClick={() => void disconnect()}>
        disconnect
      </button>
      <button type="button" onClick={() => void connect('Petra')}>
        connect again
      </button>
    </>
  )
}

/** Begins a test without a wallet. */
export function beginWithoutWallet(): void {
  adapter.account = null
  adapter.wallet = null
  adapter.network = null
  adapter.connect.mockReset().mockResolvedValue(undefined)
  adapter.disconnect.mockReset().mockResolvedValue(undefined)
  adapter.signAndSubmitTransaction.mockReset().mockResolvedValue({ hash: '0x1' })
  walletSession.set({ ...walletSession.initial, status: 'disconnected' })
  storeWallet(null)
}

/** Resets what a test changed. */
export function resetBridge(): void {
  cleanup()
  finishCommand('openConnect')
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
}
