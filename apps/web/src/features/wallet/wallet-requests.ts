import type { ScriptFunctionArgumentTypes } from '@aptos-labs/ts-sdk'
import type { InputTransactionData, Network, useWallet } from '@aptos-labs/wallet-adapter-react'
import type { NetworkName } from '@opal/domain/network'
import type { TradePayload } from '@opal/domain/payload'
import { showToast } from '@opal/ui/feedback/show-toast'
import type { ChainNode } from '../../entities/wallet/chain-node.ts'
import { SIGN_WITHIN_SECONDS } from '../../entities/wallet/sign-within.ts'
import { readStoredBalance, storeBalance } from '../../entities/wallet/stored-wallet.ts'
import {
  type WalletActions,
  WalletNetworkError,
  WalletRejectedError,
  WalletSwitchedError,
  WalletTooLateError,
  walletSession,
} from '../../entities/wallet/wallet-session.ts'
import { isWrongNetwork } from './is-wrong-network.ts'
import { isDeclined, isExpired, walletErrorText } from './wallet-errors.ts'

const HASH = /^0x[0-9a-f]{1,64}$/i

type Adapter = ReturnType<typeof useWallet>

/** Sends requests to the connected wallet. */
export function askingWallet(
  adapter: Adapter,
  networkName: NetworkName,
): Pick<WalletActions, 'signAndSubmit' | 'setsOwnDeadline' | 'switchNetwork'> {
  return {
    setsOwnDeadline: buildsTransactions(adapter.wallet),
    async signAndSubmit(payload: TradePayload, maxGasAmount: number | null, signer: string) {
      const data = await walletData(payload)
      // Loading took a moment, in which the user may have changed either in the wallet.
      const { address, wrongNetwork } = walletSession.get()
      // Marketplaces have the same addresses on several networks: a transaction must not be sent to another one.
      if (wrongNetwork || isWrongNetwork(adapter.network, networkName)) throw new WalletNetworkError()
      if (address !== signer) throw new WalletSwitchedError()
      try {
        const { hash } = await adapter.signAndSubmitTransaction({
          data,
          options: {
            // Applies where the adapter builds the transaction; see `setsOwnDeadline`.
            expireTimestamp: Math.floor(Date.now() / 1000) + SIGN_WITHIN_SECONDS,
            // Every wallet is notified.
            ...(maxGasAmount !== null && { maxGasAmount }),
          },
        })
        // Without a hash the transaction is found by its sequence number. Another text could be neither requested nor stored.
        if (!HASH.test(hash)) throw new Error('it returned no transaction hash')
        return hash
      } catch (error) {
        if (isDeclined(error)) throw new WalletRejectedError(walletErrorText(error))
        if (isExpired(error)) throw new WalletTooLateError()
        throw new Error(walletErrorText(error) || 'Failed to execute transaction.', { cause: error })
      }
    },
    async switchNetwork() {
      try {
        await adapter.changeNetwork(networkName as Network)
      } catch (error) {
        await showToast(walletErrorText(error) || 'Switch the network in your wallet.', 'error')
      }
    },
  }
}

/** Version 1.1 of the call hands the wallet a payload, and no time; before it, the adapter built the transaction. @source wallet-adapter-core */
function buildsTransactions(wallet: Adapter['wallet']): boolean {
  return wallet?.features['aptos:signAndSubmitTransaction']?.version === '1.1.0'
}

/** Reads data of the connected account from the node. */
export function askingNode(node: ChainNode): Pick<WalletActions, 'refreshBalance' | 'sequenceNumber'> {
  return {
    async refreshBalance() {
      const holder = walletSession.get().address
      if (holder === null) return true
      const balance = await node.balance(holder)
      if (walletSession.get().address !== holder) return true
      if (balance !== null) storeBalance(balance)
      walletSession.set((before) => ({ ...before, balance: balance ?? before.balance ?? readStoredBalance() ?? 0n }))
      return balance !== null
    },
    async sequenceNumber() {
      const holder = walletSession.get().address
      return holder === null ? null : node.sequenceNumber(holder)
    },
  }
}

/**
 * Converts a payload to the adapter's format, as values of the wallet's own: entry functions as they are, scripts to the SDK's
 * classes. Loads the SDK for the first script.
 */
export async function walletData(payload: TradePayload): Promise<InputTransactionData['data']> {
  // The adapter's argument type spells out what its SDK can encode; ours is the same values as JSON.
  if (!('bytes' in payload)) return structuredClone(payload) as unknown as InputTransactionData['data']
  const { Deserializer, Script } = await import('@aptos-labs/ts-sdk')
  const { bytecode, type_args, args } = Script.deserialize(Deserializer.fromHex(payload.bytes))
  // Deserialized arguments have exactly these types; the SDK declares them more loosely.
  return { bytecode, typeArguments: type_args, functionArguments: args as ScriptFunctionArgumentTypes[] }
}
