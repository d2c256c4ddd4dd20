import { AptosWalletAdapterProvider, type AvailableWallets, type DappConfig } from '@aptos-labs/wallet-adapter-react'
import { getAptosWallets } from '@aptos-labs/wallet-standard'
import type { NetworkName } from '@opal/domain/network'
import { useEffect, useMemo, useState } from 'react'
import { walletSession } from '../../entities/wallet/wallet-session.ts'
import { ConnectDialog } from './dialogs/connect-dialog.tsx'
import { DisconnectDialog } from './dialogs/disconnect-dialog.tsx'
import { createRestNode } from './rest-node.ts'
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
        // Built-in wallets request the chain id immediately: from the site's node, not from a public one.
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

/**
 * Returns the names of the wallets that have announced themselves. A wallet that announces itself during a connection is added
 * after it: the adapter reads the names once, and must not restart while connected.
 * @source AIP-62
 */
function useAnnouncedWallets(): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([])
  useEffect(() => {
    const { on } = getAptosWallets()
    const read = () => {
      if (walletSession.get().address !== null) return
      const announced = getAptosWallets().aptosWallets.map(({ name }) => name)
      setNames((before) => (announced.every((name) => before.includes(name)) ? before : [...new Set(announced)]))
    }
    read()
    const stops = [on('register', read), walletSession.subscribe(read)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return names
}

/**
 * Adds the development wallet's script to the page, where the network has one.
 * @returns true once it has run or failed to load, and where there is none.
 */
function useDevWallet(scriptUrl: string | null): boolean {
  const [settled, setSettled] = useState(scriptUrl === null)
  useEffect(() => {
    if (scriptUrl === null) return
    const script = document.createElement('script')
    script.src = scriptUrl
    // Served only to pages of this machine, so the request must carry the origin.
    script.crossOrigin = 'anonymous'
    script.addEventListener('load', () => setSettled(true))
    script.addEventListener('error', () => setSettled(true))
    document.head.append(script)
  }, [scriptUrl])
  return settled
}
