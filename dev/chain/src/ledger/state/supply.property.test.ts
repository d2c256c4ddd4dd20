import type { Account } from '@aptos-labs/ts-sdk'
import { parseAddress } from '@opal/domain/address'
import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CommittedTransaction } from '../ledger.ts'
import { gasOctas } from '../testing/gas-octas.ts'
import { addressOf, createTestChain, type TestChain } from '../testing/test-chain.ts'

const PEOPLE = 4
const APT = ['0x1::aptos_coin::AptosCoin']

/** Some transfers are for more than there is: they must fail and cost gas alone. */
const step = fc.record({
  from: fc.nat(PEOPLE - 1),
  to: fc.nat(PEOPLE - 1),
  octas: fc.oneof(fc.bigInt(0n, 30_000_000n), fc.bigInt(0n, (1n << 64n) - 1n)),
  way: fc.constantFrom('account', 'coin', 'fungible', 'register'),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

test('changes the supply by gas only, and accounts for all of it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      await using chain = await createTestChain()
      const people = Array.from({ length: PEOPLE }, () => chain.funded(100_000_000n))
      const before = supply(chain)
      let burned = 0n
      for (const one of steps) burned += gasOctas(take(chain, people, one))
      expect(supply(chain)).toBe(before - burned)
      const faucet = chain.balance(parseAddress('0xa550c18'))
      expect(people.reduce((sum, one) => sum + chain.balance(addressOf(one)), faucet)).toBe(supply(chain))
    }),
    { numRuns: runs(15, 400) },
  )
})

function take(chain: TestChain, people: readonly Account[], { from, to, octas, way }: Step): CommittedTransaction {
  const sender = people[from] as Account
  const target = addressOf(people[to] as Account)
  switch (way) {
    case 'register':
      return chain.send(sender, '0x1::managed_coin::register', [], { typeArguments: APT })
    case 'coin':
      return chain.send(sender, '0x1::coin::transfer', [target, octas], { typeArguments: APT })
    case 'fungible':
      return chain.send(sender, '0x1::primary_fungible_store::transfer', [parseAddress('0xa'), target, octas], {
        typeArguments: ['0x1::fungible_asset::Metadata'],
      })
    default:
      return chain.send(sender, '0x1::aptos_account::transfer', [target, octas])
  }
}

function supply(chain: TestChain): bigint {
  const [option] = chain.ledger.view('0x1::coin::supply', APT, []).values as [{ vec: [string] }]
  return BigInt(option.vec[0])
}
