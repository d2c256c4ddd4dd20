import { Aptos, AptosConfig, Network } from '@aptos-labs/ts-sdk'
import { type Localnet, type StartOptions, start } from '../start.ts'

/** Returns a whole localnet in memory on free ports, silent. */
export function startTestLocalnet(options?: StartOptions): Promise<Localnet> {
  const ports = { nodePort: 0, faucetPort: 0, streamPort: 0, readinessPort: 0, blockDelayMs: 40 }
  return start({ host: '127.0.0.1', ...ports, dataDir: null, logLevel: 'silent' }, options)
}

/** Returns an official SDK client for it. */
export function connectSdk(localnet: Localnet): Aptos {
  return new Aptos(new AptosConfig({ network: Network.CUSTOM, fullnode: localnet.nodeUrl, faucet: localnet.faucetUrl }))
}
