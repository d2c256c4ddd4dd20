import { parseAddress } from '@opal/domain/address'
import type { MoveValue } from '../../modules/move-module.ts'
import { tableHandle, tokenIdJson } from '../../modules/token-v1/token-data.ts'
import { TOKEN_STORE } from '../../modules/token-v1/token-store.ts'
import { moveJsonText } from '../encoding/move-json-text.ts'
import { faucetAccount } from '../state/accounts.ts'
import { addressOf, createTestChain } from './test-chain.ts'

/**
 * A program for kill tests: commits transfers until it is killed, printing each height that it has written. Between them an offer
 * of its one token is made and taken back, so that it is killed while table items come and go too.
 */
const chain = await createTestChain({ dataDir: process.argv[2] as string })
const [faucet, friend] = [faucetAccount(), parseAddress('0xb0b')]
const shell = { creator: addressOf(faucet), collection: 'Shells', name: 'Shell', propertyVersion: 0n }
const token = [shell.creator, shell.collection, shell.name, shell.propertyVersion]

if (chain.ledger.resource(shell.creator, TOKEN_STORE) === null) makeShell()
for (;;) {
  if (isHeld()) send('token_transfers::offer_script', [friend, ...token, 1n])
  else send('token_transfers::cancel_offer_script', [friend, ...token])
  chain.send(faucet, '0x1::aptos_account::transfer', [friend, 1n])
  process.stdout.write(`${chain.ledger.head.blockHeight}\n`)
}

/** Killed in between, it finds its collection made already. */
function makeShell(): void {
  const flags = [true, true, true, true, true]
  if (chain.ledger.resource(shell.creator, '0x3::token::Collections') === null) {
    send('token::create_collection_script', ['Shells', '', '', 0n, flags])
  }
  const about = ['', 1n, 0n, '', friend, 100n, 0n, flags, [], [], []]
  send('token::create_token_script', ['Shells', 'Shell', ...about])
}

function isHeld(): boolean {
  const store = chain.ledger.resource(shell.creator, TOKEN_STORE)
  if (store === null) throw new Error('there is no store')
  return chain.ledger.tableItem(tableHandle(store, 'tokens'), moveJsonText(tokenIdJson(shell))) !== null
}

function send(name: string, args: readonly MoveValue[]): void {
  chain.send(faucet, `0x3::${name}`, args)
}
