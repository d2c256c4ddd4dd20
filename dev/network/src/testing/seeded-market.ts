import { Account, Aptos, AptosConfig, type InputGenerateTransactionPayloadData, Network } from '@aptos-labs/ts-sdk'
import { readConfig as readApiConfig } from '@opal/api/config'
import { start as startApi } from '@opal/api/start'
import { type ApiClient, createApiClient } from '@opal/contract/client'
import type { TradeAnswer } from '@opal/contract/trading/trade'
import { readConfig as readSeedsConfig } from '@opal/dev-seeds/config'
import { start as startSeeds } from '@opal/dev-seeds/start'
import { type ContractsOverride, contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { SMALL_MARKET_ENVIRONMENT } from '../local-environment.ts'
import { payloadInput } from './payload-input.ts'
import { startPrograms } from './start-programs.ts'

export const OCTAS_PER_APT = 100_000_000
/** Enough for all that a test buys. */
const BALANCE_OCTAS = 100_000 * OCTAS_PER_APT

/** The small market of the seeds with indexer and API, and an account that trades there. */
export interface SeededMarket extends AsyncDisposable {
  readonly call: ApiClient
  /** Calls an API that takes every marketplace for one per cent dearer than it is. */
  readonly callMisled: ApiClient
  /** Has a large balance and no token. */
  readonly buyer: Account
  fund(account: Account, octas?: number): Promise<void>
  /** Signs and sends what was answered, as a wallet would. @returns octas that the signer has less, gas included */
  sign(answer: TradeAnswer, signer?: Account): Promise<bigint>
  /** Sends a call as its author wrote it. */
  send(signer: Account, name: string, functionArguments: readonly unknown[], typeArguments?: string[]): Promise<void>
}

/** Starts the market and funds the buyer. */
export async function createSeededMarket(): Promise<SeededMarket> {
  await using stack = new AsyncDisposableStack()
  const { localnet } = stack.use(await startSeeds(readSeedsConfig(SMALL_MARKET_ENVIRONMENT)))
  const programs = stack.use(await startPrograms(localnet))
  const misled = stack.use(await startApi({ ...readApiConfig(programs.apiEnvironment), contracts: dearerContracts() }))
  const { nodeUrl: fullnode, faucetUrl: faucet } = localnet
  const aptos = new Aptos(new AptosConfig({ network: Network.LOCAL, fullnode, faucet }))
  const buyer = Account.generate()

  const balanceOf = async ({ accountAddress }: Account) => BigInt(await aptos.getAccountAPTAmount({ accountAddress }))
  const submit = async (signer: Account, data: InputGenerateTransactionPayloadData) => {
    const transaction = await aptos.transaction.build.simple({ sender: signer.accountAddress, data })
    const { hash } = await aptos.signAndSubmitTransaction({ signer, transaction })
    await aptos.waitForTransaction({ transactionHash: hash, options: { waitForIndexer: false } })
    await programs.settled()
  }
  const fund = async ({ accountAddress }: Account, octas = BALANCE_OCTAS) => {
    await aptos.fundAccount({ accountAddress, amount: octas, options: { waitForIndexer: false } })
    await programs.settled()
  }
  await fund(buyer)
  const owned = stack.move()
  return {
    call: createApiClient({ api: programs.api.url }),
    callMisled: createApiClient({ api: misled.url }),
    buyer,
    fund,
    async sign(answer, signer = buyer) {
      if (answer.payload === null || answer.reason !== null) throw new Error(JSON.stringify(answer))
      const before = await balanceOf(signer)
      await submit(signer, payloadInput(answer.payload))
      return before - (await balanceOf(signer))
    },
    async send(signer, name, functionArguments, typeArguments = []) {
      const data = { function: `0x${name}`, typeArguments, functionArguments } as InputGenerateTransactionPayloadData
      await submit(signer, data)
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

function dearerContracts(): Readonly<Record<string, ContractsOverride>> {
  const dearer = contractsOf('local').map(({ adapter, contracts: { commission } }) => {
    const { numerator, denominator } = commission
    return [adapter.id, { commission: { numerator: numerator + denominator / 100n, denominator } }] as const
  })
  return Object.fromEntries(dearer)
}
