import type { MemoryChain } from '@opal/dev-chain/marketplaces/testing/memory-chain'
import type { TokenIdV1 } from '@opal/dev-chain/modules/move-module'
import { type Address, parseAddress, toShortAddress } from '@opal/domain/address'
import { OBJECT_CORE } from '@opal/marketplaces/decode/event-reader'
import { PEOPLE, type Person, type Scenario, type ScenarioCall, START_OCTAS } from './scenario.ts'

/** The collection of v2 tokens. */
export const COLLECTION = parseAddress('0xc011ec')
/** Name of the collection of v1 tokens. */
export const OLD_COLLECTION = 'Old Opals'
/** Time of calls that say none, Unix seconds. */
export const FIRST_SECOND = 1000
/** Gets the royalties. */
export const PAYEE = parseAddress('0xa127')
const ADDRESSES: Readonly<Record<string, Address>> = {
  creator: parseAddress('0xc0'),
  seller: parseAddress('0x5e'),
  buyer: parseAddress('0xb0'),
  stranger: parseAddress('0x57'),
  payee: PAYEE,
}

/** Returns the address of a person. */
export function addressOf(person: Person): Address {
  return ADDRESSES[person] as Address
}

/** Returns the id of a v1 token, which is called on chain as in the scenario. */
export function idOf(name: string): TokenIdV1 {
  return { creator: addressOf('creator'), collection: OLD_COLLECTION, name, propertyVersion: 0n }
}

/** Funds the people and mints the tokens of a scenario. @returns addresses by name */
export function arrange(
  chain: MemoryChain,
  { tokens, tokensV1 = {}, amountsV1 = {}, royalty = null }: Scenario,
): Map<string, Address> {
  for (const person of PEOPLE) chain.fund(ADDRESSES[person] as Address, START_OCTAS)
  const names = new Map(Object.entries(ADDRESSES))
  const minted = Object.entries(tokens).map(([token, owner], position): [Address, Address] => {
    const address = parseAddress(`0x70${position + 1}`)
    names.set(token, address)
    return [address, ADDRESSES[owner] as Address]
  })
  chain.mint({ address: COLLECTION, creator: ADDRESSES.creator as Address, royalty: null }, minted)
  const [over = 0, under = 0] = royalty ?? []
  const rate = { numerator: BigInt(over), denominator: BigInt(under), payee: PAYEE }
  const held = Object.entries(tokensV1).map(([token, owner]) => {
    return { token: idOf(token), owner: addressOf(owner), amount: BigInt(amountsV1[token] ?? 1) }
  })
  chain.mintV1(rate, ...held)
  if (royalty !== null) {
    const [numerator, denominator] = royalty.map(String)
    const value = { numerator: numerator ?? '', denominator: denominator ?? '', payee_address: toShortAddress(PAYEE) }
    chain.peek().putResource(COLLECTION, '0x4::royalty::Royalty', value)
  }
  return names
}

/** Applies a transfer outside of the market, or a creator's call to the collection and its tokens by stored references. Emits no market event. */
export function applyWorldCall(
  chain: MemoryChain,
  names: ReadonlyMap<string, Address>,
  { by, call, args }: ScenarioCall,
): void {
  const context = chain.peek()
  const token = names.get(String(args[0]).slice(1)) as Address
  switch (call) {
    case 'world::send':
      context.transferObject(addressOf(by as Person), token, names.get(String(args[1]).slice(1)) as Address)
      break
    case 'world::set_royalty': {
      const [numerator, denominator] = args.map(String)
      const value = { numerator: numerator ?? '', denominator: denominator ?? '', payee_address: toShortAddress(PAYEE) }
      context.putResource(COLLECTION, '0x4::royalty::Royalty', value)
      break
    }
    case 'world::pull':
      context.transferObjectWithRef(token, addressOf('stranger'))
      break
    case 'world::burn':
      context.removeResource(token, '0x4::token::Token')
      context.deleteObject(token)
      break
    default: {
      const core = context.getResource(token, OBJECT_CORE)
      context.putResource(token, OBJECT_CORE, { ...core, allow_ungated_transfer: call === 'world::thaw' })
    }
  }
}
