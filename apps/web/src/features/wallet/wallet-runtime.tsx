import { AptosWalletAdapterProvider, type AvailableWallets, type DappConfig } from '@aptos-labs/wallet-adapter-react'
import type { NetworkName } from '@opal/domain/network'
import { useMemo } from 'react'
import { ConnectDialog } from './dialogs/connect-dialog.tsx'
import { DisconnectDialog } from './dialogs/disconnect-dialog.tsx'
import { createRestNode } from './rest-node.ts'
import { useAnnouncedWallets } from './use-announced-wallets.ts'
import { useDevWallet } from './use-dev-wallet.ts'
import { useWalletBridge } from './use-wallet-bridge.ts'
import { offeredNames } from './wallet-choices.ts'

/** Knows public networks only. */
const GOOGLE = 'Continue with Google'

export interface WalletRuntimeProps {
  network: NetworkName
  devWalletScriptUrl: string | null
  nodeUrl: string
}

/** The wallet adapter and everything that needs it. Loaded on demand, once. */
export default function WalletRuntime({ network, devWalletScriptUrl, nodeUrl }: WalletRuntimeProps) {
  const devWalletReady = useDevWallet(devWalletScriptUrl)
  const announced = useAnnouncedWallets()
  // The adapter reads its configuration once, so it waits for the script of the development wallet.
  if (!devWalletReady) return null
  const built = network === 'local' ? offeredNames().filter((name) => name !== GOOGLE) : offeredNames()
  // The adapter reads the names once: another list needs another adapter.
  const optIn = [...new Set([...built, ...announced])]
  return (
    <AptosWalletAdapterProvider
      key={optIn.join()}
      autoConnect={false}
      disableTelemetry
      // The offered and the announced wallets; without a list the adapter adds its own.
      optInWallets={optIn as readonly AvailableWallets[]}
      dappConfig={{
        network: network as DappConfig['network'],
        crossChainWallets: false,
        // Built-in wallets request the chain id at once: from the site's node, not from a public one.
        aptosConnect: { aptosClientConfig: { fullnode: nodeUrl } },
      }}
    >
      <Connected network={network} nodeUrl={nodeUrl} />
    </AptosWalletAdapterProvider>
  )
}

function Connected({ network, nodeUrl }: { network: NetworkName; nodeUrl: string }) {
  const node = useMemo(() => createRestNode(nodeUrl), [nodeUrl])
  const { choices, connect, disconnect } = useWalletBridge(network, node)
  return (
    <>
      <ConnectDialog choices={choices} onConnect={connect} />
      <DisconnectDialog onDisconnect={disconnect} />
    </>
  )
}
