import { parseAddress } from '@opal/domain/address'
import { faucetAccount } from '../faucet-account.ts'
import { createTestChain } from './test-chain.ts'

/** A program for kill tests: commits transfers until it is killed, saying each height that it kept. */
const chain = await createTestChain({ dataDir: process.argv[2] as string })
for (;;) {
  chain.send(faucetAccount(), '0x1::aptos_account::transfer', [parseAddress('0xb0b'), 1n])
  process.stdout.write(`${chain.ledger.head.blockHeight}\n`)
}
