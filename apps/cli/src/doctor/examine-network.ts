import type { NetworkName } from '@opal/domain/network'
import { aggregatorOn } from '@opal/marketplaces/aggregator/contracts'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import type { CliConfig } from '../config.ts'
import { addressesOf, requireStreamKey, serverNodeOf } from '../start/addresses.ts'
import { choosePorts } from '../start/ports.ts'
import { checkClock, checkContracts, checkNode, checkStart, checkStream } from './check-network.ts'
import { describeOwners } from './check-owners.ts'
import { examineSettings } from './check-settings.ts'
import type { Examination } from './examination.ts'

/** Examines the settings, and everything that a public network needs of the outside: node, clock, stream, key, starting version, contracts. */
export async function examineNetwork(network: NetworkName, config: CliConfig, examination: Examination): Promise<void> {
  const addresses = addressesOf(network, choosePorts({}, 0), config)
  const indexer = await examineSettings(network, addresses, config, examination)
  if (indexer === null) return
  const { chainId, stream } = indexer
  const node = { nodeUrl: serverNodeOf(network, addresses, config), apiKey: config.NODE_API_KEY ?? null }
  const ledger = await examination.check(
    'Node',
    () => checkNode(node, chainId),
    ({ version }) => `${new URL(node.nodeUrl).host} is of chain ${chainId} and at version ${version}`,
  )
  if (ledger !== null) {
    await examination.check('Clock', () => checkClock(ledger, Date.now()))
    await examination.check('Start', () => checkStart(stream.startVersion, ledger))
    const marketplaces = contractsOf(network, config.MARKETPLACE_CONTRACTS)
    const aggregator = aggregatorOn(network, config.AGGREGATOR_ADDRESS)
    await examination.check('Contracts', () => checkContracts(marketplaces, aggregator, node))
    await examination.check('Owners', () => describeOwners(marketplaces, aggregator, node))
  }
  await examination.check('Stream', async () => {
    requireStreamKey(network, config)
    return await checkStream({ ...stream, fromVersion: stream.startVersion, chainId })
  })
}
