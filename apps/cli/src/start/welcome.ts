import Table from 'cli-table3'
import pc from 'picocolors'
import type { Addresses } from './addresses.ts'
import type { NetworkJson } from './network-json.ts'
import type { ProgramName } from './start-options.ts'

/** Rows of the closing table: address, label, and the program that serves it. */
const ROWS: readonly (readonly [keyof Addresses, string, ProgramName])[] = [
  ['web', 'Web', 'web'],
  ['api', 'API', 'api'],
  ['aggregator', 'Aggregator API', 'api'],
  ['data', 'Data API', 'api'],
  ['marketplaceGraphql', 'Marketplace GraphQL', 'api'],
  ['chainGraphql', 'Chain GraphQL', 'api'],
  ['socket', 'Live updates (Socket.IO)', 'api'],
  ['node', 'Node (REST)', 'localnet'],
  ['faucet', 'Faucet', 'localnet'],
  ['stream', 'Transaction stream (gRPC)', 'localnet'],
]

/** Returns the tables that `npm start` ends with: where everything is, and whose keys may be used. */
export function welcome(network: NetworkJson, programs: readonly ProgramName[]): string {
  const addresses = compactTable([])
  for (const [key, label, program] of ROWS) {
    const address = network[key]
    if (address && programs.includes(program))
      addresses.push([label, key === 'web' ? pc.bold(pc.cyan(address)) : address])
  }
  if (network.accounts.length === 0) return addresses.toString()
  const accounts = compactTable(['Account', 'Address', 'Private key (local network only)'])
  for (const { name, address, privateKey } of network.accounts) accounts.push([name, shorten(address), privateKey])
  return `${addresses.toString()}\n\nFunded accounts, also in the dev wallet of the web page:\n${accounts.toString()}`
}

/** Returns an empty table without lines. */
export function compactTable(head: string[]): Table.Table {
  const parts = ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right']
  const lines = ['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid', 'middle']
  const chars = Object.fromEntries([...parts, ...lines].map((name) => [name, '']))
  return new Table({ head, chars, style: { head: [], border: [], 'padding-left': 2, 'padding-right': 1 } })
}

function shorten(address: string): string {
  return `${address.slice(0, 10)}…${address.slice(-8)}`
}
