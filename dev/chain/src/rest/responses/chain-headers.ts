import type { FastifyReply } from 'fastify'
import type { LedgerHead } from '../../ledger/ledger.ts'

/** Headers a browser may read; the chain's own plus those of single endpoints. */
export const EXPOSED_HEADERS = [
  'x-aptos-chain-id',
  'x-aptos-ledger-version',
  'x-aptos-ledger-oldest-version',
  'x-aptos-ledger-timestampusec',
  'x-aptos-epoch',
  'x-aptos-block-height',
  'x-aptos-oldest-block-height',
  'x-aptos-gas-used',
  'x-aptos-cursor',
]

/** Adds the chain's head to every response. */
export function setChainHeaders(reply: FastifyReply, head: LedgerHead): void {
  reply.headers({
    'x-aptos-chain-id': String(head.chainId),
    'x-aptos-ledger-version': String(head.version),
    'x-aptos-ledger-oldest-version': String(head.oldestVersion),
    'x-aptos-ledger-timestampusec': String(head.timestampMicros),
    'x-aptos-epoch': String(head.epoch),
    'x-aptos-block-height': String(head.blockHeight),
    'x-aptos-oldest-block-height': String(head.oldestBlockHeight),
  })
}
