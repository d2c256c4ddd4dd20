import { tokenChangesOf } from '@opal/chain/tokens/token-changes-of'
import { decodeTransaction } from '@opal/chain/transaction/parse-transaction'
import type { CommittedTransaction } from '@opal/dev-chain/ledger/ledger'
import { addressOf } from '@opal/dev-chain/ledger/testing/test-chain'
import { argumentsOf, COLLECTION, TokenV1Fixture } from '@opal/dev-chain/testing/token-v1-fixture'
import type { TokenChanges } from '@opal/domain/tokens/token-change'
import { collectionIdV1, tokenDataIdV1 } from '@opal/domain/tokens/token-id'
import { TokenCache } from '@opal/indexer/pipeline/batches/token-cache'
import { NO_KNOWN_TOKENS } from '@opal/store/ingest/tokens/known-tokens'
import { beforeEach, describe, expect, test } from 'vitest'

const BURNABLE = { TOKEN_BURNABLE_BY_OWNER: { type: 'bool', value: Uint8Array.of(1) } }
let fixture: TokenV1Fixture
/** State that the indexer keeps between transactions. */
let memory: TokenCache
let nextVersion: bigint

beforeEach(async () => {
  fixture = await TokenV1Fixture.create()
  memory = new TokenCache(NO_KNOWN_TOKENS)
  nextVersion = 0n
  return () => fixture[Symbol.asyncDispose]()
})

/** Decodes a transaction as the indexer does, from the stream's bytes, after all transactions before it. */
async function rows({ version = 0n, info }: CommittedTransaction): Promise<TokenChanges> {
  expect(info?.vmStatus).toBe('Executed successfully')
  const reading = new AbortController()
  for await (const chunk of fixture.chain.ledger.stream(nextVersion, reading.signal)) {
    for (const bytes of chunk) {
      const changes = tokenChangesOf(decodeTransaction(bytes), memory)
      memory.learn(changes)
      nextVersion += 1n
      if (nextVersion <= version) continue
      reading.abort()
      return changes
    }
  }
  throw new Error(`the stream does not have ${version}`)
}

const creator = () => addressOf(fixture.creator)
const alice = () => addressOf(fixture.alice)
const idOf = (name: string) => tokenDataIdV1(creator(), COLLECTION, name)
const kinds = ({ activities }: TokenChanges) => activities.map(({ type }) => type.split('::').at(-1))
const holdings = ({ ownerships }: TokenChanges) =>
  ownerships.map(({ ownerAddress, propertyVersionV1, amount }) => [ownerAddress, propertyVersionV1, amount])

describe("decoding the localnet's v1 tokens", () => {
  test('a collection, limited and counted', async () => {
    const { collections } = await rows(fixture.createCollection(7n, [true, false, true]))
    expect(collections).toMatchObject([
      {
        collectionId: collectionIdV1(creator(), COLLECTION),
        creatorAddress: creator(),
        collectionName: COLLECTION,
        currentSupply: 0n,
        maxSupply: 7n,
        mutableDescription: true,
        mutableUri: false,
        tokenStandard: 'v1',
        uri: 'ipfs://tide',
      },
    ])
  })

  test('a token with its data, royalty and first owner', async () => {
    fixture.createCollection(7n)
    const properties = { depth: { type: 'u8', value: Uint8Array.of(3) } }
    const args = fixture.tokenArguments('Pool 1', { maximum: 1n, properties })
    const made = await rows(fixture.send(fixture.creator, 'token::create_token_script', args))
    const token = idOf('Pool 1')
    expect(made.tokenDatas).toMatchObject([
      { tokenDataId: token, tokenName: 'Pool 1', maximum: 1n, supply: 1n, tokenProperties: { depth: '3' } },
    ])
    expect(made.collections).toMatchObject([{ collectionName: COLLECTION, currentSupply: 1n }])
    expect(made.royalties).toMatchObject([{ objectAddress: token, numerator: 5n, denominator: 100n }])
    expect(holdings(made)).toEqual([[creator(), 0n, 1n]])
    expect(kinds(made)).toEqual(['Mint', 'TokenDeposit'])
  })

  test('another mint', async () => {
    fixture.createCollection()
    const token = fixture.createToken('Pool 1')
    const minted = fixture.send(fixture.creator, 'token::mint_script', [...argumentsOf(token).slice(0, 3), 4n])
    expect(holdings(await rows(minted))).toEqual([[creator(), 0n, 5n]])
  })

  test('a transfer from one to the other', async () => {
    fixture.createCollection()
    const token = fixture.createToken('Pool 1')
    fixture.send(fixture.alice, 'token::opt_in_direct_transfer', [true])
    const sent = await rows(
      fixture.send(fixture.creator, 'token::transfer_with_opt_in', [...argumentsOf(token), alice(), 1n]),
    )
    expect(holdings(sent)).toEqual([
      [creator(), 0n, 0n],
      [alice(), 0n, 1n],
    ])
    expect(kinds(sent)).toEqual(['TokenWithdraw', 'TokenDeposit'])
  })

  test('an offer, claimed or cancelled', async () => {
    fixture.createCollection()
    const token = fixture.createToken('Pool 1')
    const args = [alice(), ...argumentsOf(token)]
    const about = { fromAddress: creator(), toAddress: alice(), tokenDataId: idOf('Pool 1'), propertyVersion: 0n }
    const offer = async () => rows(fixture.send(fixture.creator, 'token_transfers::offer_script', [...args, 1n]))
    const offered = await offer()
    expect(offered.pendingClaims).toMatchObject([{ ...about, amount: 1n, name: 'Pool 1' }])
    expect(holdings(offered)).toEqual([[creator(), 0n, 0n]])
    expect(kinds(offered)).toEqual(['TokenWithdraw', 'Offer'])

    const taken = await rows(fixture.send(fixture.creator, 'token_transfers::cancel_offer_script', args))
    expect(taken.pendingClaims).toMatchObject([{ ...about, amount: 0n }])
    expect(holdings(taken)).toEqual([[creator(), 0n, 1n]])

    await offer()
    const claim = [creator(), ...argumentsOf(token)]
    const claimed = await rows(fixture.send(fixture.alice, 'token_transfers::claim_script', claim))
    expect(claimed.pendingClaims).toMatchObject([{ ...about, amount: 0n }])
    expect(holdings(claimed)).toEqual([[alice(), 0n, 1n]])
    expect(kinds(claimed)).toEqual(['TokenDeposit', 'Claim'])
  })

  test('a property version', async () => {
    fixture.createCollection()
    const token = fixture.createToken('Pool 1')
    const columns = [['depth'], [Uint8Array.of(9)], ['u8']]
    const args = [creator(), ...argumentsOf(token), 1n, ...columns]
    const mutated = await rows(fixture.send(fixture.creator, 'token::mutate_token_properties', args))
    expect(holdings(mutated)).toEqual([
      [creator(), 0n, 0n],
      [creator(), 1n, 1n],
    ])
    expect(mutated.tokenDatas).toMatchObject([{ largestPropertyVersionV1: 1n }])
    expect(mutated.ownerships.at(-1)?.tokenPropertiesMutatedV1).toEqual({ depth: '9' })
  })

  test('a burnt token without owner', async () => {
    fixture.createCollection()
    const token = fixture.createToken('Pool 1', { properties: BURNABLE })
    const burnt = await rows(fixture.send(fixture.creator, 'token::burn', [...argumentsOf(token), 1n]))
    expect(holdings(burnt)).toEqual([[creator(), 0n, 0n]])
    expect(kinds(burnt)).toEqual(['TokenWithdraw', 'Burn'])
  })
})

describe('with several of one token', () => {
  test('some are offered, and the rest stays with its owner', async () => {
    fixture.createCollection()
    const token = fixture.createToken('Pool 1', { balance: 5n })
    const offered = fixture.send(fixture.creator, 'token_transfers::offer_script', [alice(), ...argumentsOf(token), 2n])
    expect(holdings(await rows(offered))).toEqual([[creator(), 0n, 3n]])
  })

  test('some are sent to one who had some, and to one who had none', async () => {
    fixture.createCollection()
    const token = fixture.createToken('Pool 1', { balance: 9n })
    fixture.send(fixture.alice, 'token::opt_in_direct_transfer', [true])
    const send = () =>
      fixture.send(fixture.creator, 'token::transfer_with_opt_in', [...argumentsOf(token), alice(), 2n])
    for (const [left, got] of [
      [7n, 2n],
      [5n, 4n],
    ]) {
      const sent = holdings(await rows(send()))
      expect(sent.toSorted()).toEqual([[creator(), 0n, left] as const, [alice(), 0n, got] as const].toSorted())
    }
  })

  test('some are burnt, and the rest stays with its owner', async () => {
    fixture.createCollection()
    const token = fixture.createToken('Pool 1', { balance: 5n, properties: BURNABLE })
    const burnt = fixture.send(fixture.creator, 'token::burn', [...argumentsOf(token), 2n])
    expect(holdings(await rows(burnt))).toEqual([[creator(), 0n, 3n]])
  })
})
