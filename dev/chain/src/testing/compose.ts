import { type Account, Deserializer, generateSignedTransaction, Script } from '@aptos-labs/ts-sdk'
import { parseAddress } from '@opal/domain/address'
import type { ScriptPayload } from '@opal/domain/payload'
import { composeScript, type ModuleSource, type ScriptedCall } from '@opal/marketplaces/aggregator/compose-script'
import type { CommittedTransaction, Ledger } from '../ledger/ledger.ts'
import { interfaceBytecode } from '../ledger/script/interface-bytecode.ts'
import type { TestChain } from '../ledger/testing/test-chain.ts'
import { buildTransaction } from '../ledger/transactions/sign-call.ts'

/** Modules as a client reads them through the node. */
export function moduleSource(ledger: Ledger): ModuleSource {
  return async (moduleId) => {
    const [address = '', name = ''] = moduleId.split('::')
    const module = ledger.module(parseAddress(address), name)
    if (module === null) throw new Error(`there is no module ${moduleId}`)
    const functions = module.functions.map(({ name: of, visibility, parameters }) => {
      return { name: of, isPublic: visibility === 'public', parameters }
    })
    return { bytecode: interfaceBytecode(module, ledger), functions }
  }
}

/** Returns a script payload as the SDK takes it. */
export function scriptOf({ bytes }: ScriptPayload): Script {
  return Script.deserialize(Deserializer.fromHex(bytes))
}

/** Composes, signs, submits and commits. @returns the committed transaction, successful or not. */
export async function sendComposed(
  chain: TestChain,
  account: Account,
  calls: readonly ScriptedCall[],
): Promise<CommittedTransaction> {
  return sendScript(chain, account, scriptOf(await composeScript(calls, moduleSource(chain.ledger))))
}

/** Signs, submits and commits a script. @returns the committed transaction, successful or not. */
export function sendScript({ ledger, clock }: TestChain, account: Account, script: Script): CommittedTransaction {
  const { hash } = ledger.submit(signScript(ledger, clock.nowMicros(), account, script))
  ledger.commitBlock()
  const committed = ledger.transactionByHash(hash)
  if (committed === null || 'signedBytes' in committed) throw new Error('the transaction was not committed')
  return committed
}

/** Returns BCS of a signed transaction that runs a script. */
function signScript(ledger: Ledger, nowMicros: bigint, account: Account, script: Script): Uint8Array {
  const transaction = buildTransaction(account.accountAddress, script, {
    sequenceNumber: ledger.accountSequenceNumber(parseAddress(account.accountAddress.toString())) ?? 0n,
    expirationSeconds: nowMicros / 1_000_000n + 600n,
  })
  const senderAuthenticator = account.signTransactionWithAuthenticator(transaction)
  return generateSignedTransaction({ transaction, senderAuthenticator })
}
