import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { initSync, wasmModule } from '@aptos-labs/script-composer-pack'
import { Script } from '@aptos-labs/ts-sdk'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import { composeScript } from '@opal/marketplaces/aggregator/compose-script'
import { planBatch } from '@opal/marketplaces/aggregator/plan-batch'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { describe, expect, test } from 'vitest'
import { moduleSource, scriptOf, sendComposed, sendScript } from '../../testing/compose.ts'
import { ACTIVE_MARKETPLACES, createMarketFixture, eventsOf, payloadAt } from '../../testing/market-fixture.ts'
import { addressOf, createTestChain } from '../testing/test-chain.ts'

const place = { marketplaces: contractsOf('local'), aggregator: null, canCompose: true }

describe('a composed script', () => {
  test('buys at all marketplaces in one transaction, one sale each', async () => {
    await using fixture = await createMarketFixture(4)
    const listings = fixture.tokens.map((token, at) =>
      fixture.list(token, ACTIVE_MARKETPLACES[at % 3] ?? '', 1_000n + BigInt(at)),
    )
    const [step, ...others] = planBatch({ kind: 'purchase-many', listings, isBestEffort: false, maxOctas: null }, place)
    expect(others).toEqual([])
    if (step?.kind !== 'script') throw new Error('expected a script')
    const sent = await sendComposed(fixture.chain, fixture.buyer, step.calls)
    expect(sent.info?.vmStatus).toBe('Executed successfully')
    expect(eventsOf(sent)).toMatchObject(
      listings.map(({ listingId, marketplace }) => ({
        kind: 'listing-filled',
        listingId,
        marketplace,
        buyer: addressOf(fixture.buyer),
      })),
    )
    for (const token of fixture.tokens) expect(fixture.ownerOf(token)).toBe(addressOf(fixture.buyer))
  })

  test('reverts everything when one of its calls aborts, and reports the abort', async () => {
    await using fixture = await createMarketFixture(2)
    const listings = fixture.tokens.map((token) => fixture.list(token, 'opal', 1_000n))
    fixture.trade(fixture.seller, 'opal', { kind: 'delist', listing: listings[1] as never })
    const calls = listings.map((listing) => payloadAt('opal', { kind: 'buy', listing }))
    const sent = await sendComposed(fixture.chain, fixture.buyer, calls)
    expect(sent.info?.vmStatus).toMatch(/^Move abort in 0x1::object: EOBJECT_DOES_NOT_EXIST\(0x60002\)/)
    expect(fixture.ownerOf(fixture.tokens[0] as never)).toBe(listings[0]?.listingId)
  })

  test.each([
    ['nothing wrong', {}],
    ['a function that does not exist', { function: '0x1::coin::no' }],
    ['other arguments', { functionArguments: [] }],
    ['an argument of another type', { functionArguments: [7] }],
    ['a type that does not exist', { typeArguments: ['0x1::coin::No<'] }],
    ['other types', { typeArguments: [APT_COIN_TYPE, APT_COIN_TYPE] }],
  ] as const)('leaves nothing in the composer’s memory, whatever one of its calls has: %s', async (what, wrong) => {
    await using chain = await createTestChain()
    const { memory } = initSync({ module: wasmModule }) as { readonly memory: { readonly buffer: ArrayBuffer } }
    const to = addressOf(chain.funded(77n))
    const right = { function: '0x1::coin::balance', typeArguments: [APT_COIN_TYPE], functionArguments: [to] } as const
    const source = moduleSource(chain.ledger)
    const fail = async (times: number) => {
      for (let each = 0; each < times; each += 1) {
        const composing = composeScript([...Array(20).fill(right), { ...right, ...wrong }], source)
        if (what === 'nothing wrong') await composing
        else await expect(composing).rejects.toThrow('could not be composed')
      }
      return memory.buffer.byteLength
    }
    const before = await fail(20)
    expect(await fail(200)).toBe(before)
  })

  test('passes the return values of one call to the next', async () => {
    await using chain = await createTestChain()
    const [from, to] = [chain.funded(1_000_000_000n), chain.funded(77n)]
    const [balance, transfer] = ['0x1::coin::balance', '0x1::aptos_account::transfer'] as const
    const calls = [
      { function: balance, typeArguments: [APT_COIN_TYPE], functionArguments: [addressOf(to)] },
      { function: transfer, typeArguments: [], functionArguments: [addressOf(to), '5'] },
    ]
    const script = scriptOf(await composeScript(calls, moduleSource(chain.ledger)))
    const code = Uint8Array.from(script.bytecode)
    const end = [0x0b, 3, 0x11, 1, 0x02]
    expect([...code.subarray(-end.length)]).toEqual(end)
    // The balance lies in local 4: the amount is taken from there instead of from the third argument.
    code[code.length - 4] = 4
    const sent = sendScript(chain, from, new Script(code, [], script.args))
    expect(sent.info?.vmStatus).toBe('Executed successfully')
    expect(chain.balance(addressOf(to))).toBe(154n)
  })

  test('is complete in the stream and in the log', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'opal-script-'))
    let hash: string | undefined
    {
      await using chain = await createTestChain({ dataDir: folder.path })
      const call = { function: '0x1::aptos_account::transfer', typeArguments: [] } as const
      const calls = ['0xa11ce', '0xb0b'].map((to) => ({ ...call, functionArguments: [to, '5'] }))
      const sent = await sendComposed(chain, chain.funded(1_000_000_000n), calls)
      const payload = sent.user?.request?.payload
      expect(payload?.scriptPayload?.code?.abi?.params).toHaveLength(5)
      expect(payload?.scriptPayload?.arguments).toHaveLength(4)
      hash = chain.ledger.stateHash()
    }
    await using again = await createTestChain({ dataDir: folder.path })
    expect(again.ledger.stateHash()).toBe(hash)
  })
})
