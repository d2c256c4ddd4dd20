import {
  Account,
  Aptos,
  AptosConfig,
  Ed25519PrivateKey,
  type InputGenerateTransactionOptions,
  Network,
} from '@aptos-labs/ts-sdk'
import { type ApiConfig, readConfig as readApiConfig } from '@opal/api/config'
import { start as startApi } from '@opal/api/start'
import { type ApiClient, createApiClient } from '@opal/contract/client'
import type { TradeAnswer, WirePayload } from '@opal/contract/trading/trade'
import { readConfig as readLocalnetConfig } from '@opal/dev-chain/config'
import { type ChainClock, systemClock } from '@opal/dev-chain/ledger/clock'
import { createLedger } from '@opal/dev-chain/ledger/create-ledger'
import { addressOf } from '@opal/dev-chain/ledger/testing/test-chain'
import { simulateMarketplaces } from '@opal/dev-chain/marketplaces/simulate-marketplaces'
import { type Localnet, start as startLocalnet } from '@opal/dev-chain/start'
import { demoAccounts } from '@opal/dev-seeds/accounts/demo-cast'
import { readConfig as readSeedsConfig } from '@opal/dev-seeds/config'
import { start as startSeeds } from '@opal/dev-seeds/start'
import { type Address, parseAddress } from '@opal/domain/address'
import { verifyDatabase } from '@opal/indexer/maintenance/verify/verify-database'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { parseContracts } from '@opal/marketplaces/contracts/parse-contracts'
import { nativeMarketplace } from '@opal/marketplaces/registry'
import type { Difference } from '@opal/store/maintenance/inspect/compare-tables'
import { checkTrade } from '@opal/web/features/trading/payload-check/check-trade'
import { chosenBy, type TradeDraft } from '@opal/web/features/trading/quote/trade-draft'
import { LOCALNET_ENVIRONMENT, SMALL_MARKET_ENVIRONMENT } from '../local-environment.ts'
import { payloadInput } from './payload-input.ts'
import { type Programs, startPrograms } from './start-programs.ts'

/** Someone with a key. */
export interface Trader {
  readonly address: Address
  readonly account: Account
}

/** Result of a committed transaction. */
export interface Executed {
  readonly success: boolean
  readonly vmStatus: string
  readonly gasOctas: bigint
  /** Refund for storage that it freed, such as that of a listing that ends. */
  readonly refundOctas: bigint
}

/** Localnet with a small market, indexer and API, and the people of the dev wallet, who sign what the API answers. */
export interface ApiFixture extends AsyncDisposable {
  readonly call: ApiClient
  readonly nodeUrl: string
  readonly traders: readonly Trader[]
  /** Returns why the page's payload check refuses an answer; null when it accepts. */
  check(draft: TradeDraft, answer: TradeAnswer, wallet: Address): Promise<string | null>
  balanceOf(address: Address): Promise<bigint>
  /** The same market as an API answers that knows other facts of its marketplaces. It ends with the fixture. */
  callWith(contracts: ApiConfig['contracts']): Promise<ApiClient>
  /** Signs and sends as a wallet would, and waits until the index has it. */
  send(trader: Trader, payload: WirePayload): Promise<Executed>
  /** Seconds of the chain's clock. */
  nowSeconds(): bigint
  /** Moves the chain's clock ahead, and waits until the index follows. */
  advance(seconds: bigint): Promise<void>
  /** Derives the index again from its raw rows, and returns the rows that differ. */
  differences(): Promise<readonly Difference[]>
  /** Sends one after the other, and waits once until the index has all. @throws Error with the VM's status of one that failed */
  sendAll(trader: Trader, payloads: readonly WirePayload[]): Promise<void>
}

/** Starts one and waits until the market is indexed. */
export async function createApiFixture(): Promise<ApiFixture> {
  await using stack = new AsyncDisposableStack()
  const { localnet } = stack.use(await startSeeds(readSeedsConfig(SMALL_MARKET_ENVIRONMENT)))
  const programs = stack.use(await startPrograms(localnet))
  await programs.settled()
  return fixtureOf(localnet, programs, demoAccounts().map(traderOf), stack.move())
}

/** Starts a fixture with an empty market, whose people have money and nothing else. */
export async function createEmptyFixture(people: number): Promise<ApiFixture> {
  await using stack = new AsyncDisposableStack()
  const localnet = stack.use(await startLocalnet(readLocalnetConfig(LOCALNET_ENVIRONMENT)))
  const traders = fundPeople(localnet, newPeople(people))
  const programs = stack.use(await startPrograms(localnet))
  await programs.settled()
  return fixtureOf(localnet, programs, traders, stack.move())
}

/** Receives an octa when the clock moves. */
const CLOCK_RECEIVER = parseAddress(`0x${'70'.repeat(32)}`)
/** Time in which a transaction has to be committed. */
const LIFETIME_SECONDS = 60n
/** Octas that each trader of an empty market has. */
const BALANCE_OCTAS = 100_000n * 100_000_000n
/** Object that an operator's package has its fees in. */
const OPERATED_SCHEDULE = `0x${'fee5'.repeat(16)}`

/**
 * Starts a fixture with an empty market, whose own marketplace is the package of someone with a key: its fee schedule is theirs to
 * change.
 * @param clock of the blocks.
 */
export async function createOperatedFixture(
  clock: ChainClock = systemClock,
): Promise<ApiFixture & { readonly operator: Operator }> {
  await using stack = new AsyncDisposableStack()
  const [operator, ...traders] = newPeople(4)
  if (operator === undefined) throw new TypeError('Four accounts were made.')
  const marketplaceContracts = `${nativeMarketplace.id}=${operator.address}:${OPERATED_SCHEDULE}`
  const modules = simulateMarketplaces(contractsOf('local', parseContracts(marketplaceContracts)))
  const ledger = stack.use(await createLedger({ dataDir: null, modules, clock }))
  const localnet = stack.use(await startLocalnet(readLocalnetConfig(LOCALNET_ENVIRONMENT), { ledger }))
  fundPeople(localnet, [operator, ...traders])
  const programs = stack.use(await startPrograms(localnet, { MARKETPLACE_CONTRACTS: marketplaceContracts }))
  await programs.settled()
  const fixture = fixtureOf(localnet, programs, traders, stack.move(), marketplaceContracts)
  const change: Operator['change'] = async (name, ...functionArguments) => {
    const call = { function: `${operator.address}::fee_schedule::${name}` as const, typeArguments: [] }
    const { success, vmStatus } = await fixture.send(operator, {
      ...call,
      functionArguments: [OPERATED_SCHEDULE, ...functionArguments],
    })
    if (!success) throw new Error(`${name}: ${vmStatus}`)
  }
  return { ...fixture, operator: { change } }
}

function newPeople(count: number): readonly Trader[] {
  const accounts = Array.from({ length: count }, () => Account.generate())
  return accounts.map((account) => ({ account, address: addressOf(account) }))
}

/** Gives people their money. @returns them */
function fundPeople(localnet: Localnet, people: readonly Trader[]): readonly Trader[] {
  for (const { address } of people) localnet.fund(address, BALANCE_OCTAS)
  return people
}

/** Owner of the fee schedule of the market's own marketplace. */
export interface Operator {
  /** Calls a function of `fee_schedule` on the schedule. @throws Error with the VM's status */
  change(name: string, ...args: readonly string[]): Promise<void>
}

function fixtureOf(
  localnet: Localnet,
  programs: Programs,
  traders: readonly Trader[],
  owned: AsyncDisposableStack,
  marketplaceContracts = '',
): ApiFixture {
  const { api } = programs
  const aptos = new Aptos(new AptosConfig({ network: Network.LOCAL, fullnode: localnet.nodeUrl }))
  let ahead = 0n
  const nowSeconds = () => BigInt(Math.floor(Date.now() / 1_000)) + ahead
  // By the machine's clock, by which the SDK would have it expire, it could be too late on the chain.
  const deadline = () => ({ expireTimestamp: Number(nowSeconds() + LIFETIME_SECONDS) })
  return {
    call: createApiClient({ api: api.url, timeoutMs: 60_000 }),
    nodeUrl: localnet.nodeUrl,
    traders,
    async check(draft, answer, wallet) {
      const own = {
        network: 'local',
        nodeUrl: localnet.nodeUrl,
        marketplaceContracts,
        aggregatorAddress: null,
      } as const
      return (await checkTrade(own, chosenBy(draft), answer, wallet)).refusal
    },
    async callWith(contracts) {
      const other = owned.use(await startApi({ ...readApiConfig(programs.apiEnvironment), contracts }))
      return createApiClient({ api: other.url, timeoutMs: 60_000 })
    },
    balanceOf: async (accountAddress) => BigInt(await aptos.getAccountAPTAmount({ accountAddress })),
    async send({ account }, payload) {
      const hash = await submit(aptos, account, payload, deadline())
      await programs.settled()
      return executed(aptos, hash)
    },
    nowSeconds,
    async advance(seconds) {
      localnet.ledger.advanceTime(seconds * 1_000_000n)
      ahead += seconds
      // The chain makes blocks of transactions alone.
      localnet.fund(CLOCK_RECEIVER, 1n)
      await programs.settled()
    },
    async differences() {
      const found: Difference[] = []
      const onDifference = (difference: Difference) => void found.push(difference)
      await verifyDatabase({ databaseUrl: programs.databaseUrl, network: 'local', onDifference })
      return found
    },
    async sendAll({ account }, payloads) {
      const hashes: string[] = []
      const { sequence_number } = await aptos.getAccountInfo({ accountAddress: account.accountAddress })
      for (const payload of payloads) {
        const accountSequenceNumber = BigInt(sequence_number) + BigInt(hashes.length)
        hashes.push(await submit(aptos, account, payload, { accountSequenceNumber, ...deadline() }))
      }
      await programs.settled()
      for (const hash of hashes) {
        const { success, vmStatus } = await executed(aptos, hash)
        if (!success) throw new Error(`${hash}: ${vmStatus}`)
      }
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function submit(
  aptos: Aptos,
  account: Account,
  payload: WirePayload,
  options: InputGenerateTransactionOptions,
): Promise<string> {
  const input = { sender: account.accountAddress, data: payloadInput(payload), options }
  const transaction = await aptos.transaction.build.simple(input)
  return (await aptos.signAndSubmitTransaction({ signer: account, transaction })).hash
}

async function executed(aptos: Aptos, transactionHash: string): Promise<Executed> {
  const options = { waitForIndexer: false, checkSuccess: false }
  const done = await aptos.waitForTransaction({ transactionHash, options })
  if (done.type !== 'user_transaction') throw new Error(`${transactionHash} is no user's transaction`)
  const { success, vm_status: vmStatus, gas_used: used, gas_unit_price: price } = done
  const statement = done.events.find(({ type }) => type === '0x1::transaction_fee::FeeStatement')
  const refundOctas = BigInt(statement?.data.storage_fee_refund_octas ?? 0)
  return { success, vmStatus, gasOctas: BigInt(used) * BigInt(price), refundOctas }
}

function traderOf({ privateKey }: ReturnType<typeof demoAccounts>[number]): Trader {
  const account = Account.fromPrivateKey({ privateKey: new Ed25519PrivateKey(privateKey) })
  return { account, address: parseAddress(account.accountAddress.toString()) }
}
