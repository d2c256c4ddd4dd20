import type { WirePayload } from '@opal/contract/trading/trade'
import type { ApiWorld, Trader } from './api-world.ts'

type Arguments = Extract<WirePayload, { readonly function: string }>['functionArguments']

const COLLECTION = 'Brass Keys'
/** Per thousand, to the artist: one that does not come out even. */
const ROYALTY = ['1000', '37']

/** An artist mints tokens of the older standard and puts them into the traders' hands, one after the other. */
export async function issueV1Tokens(
  world: ApiWorld,
  artist: Trader,
  traders: readonly Trader[],
  count: number,
): Promise<void> {
  const send = async (by: Trader, name: string, functionArguments: Arguments) => {
    const payload = { function: `0x3::token::${name}`, typeArguments: [], functionArguments } as const
    const { success, vmStatus } = await world.send(by, { ...payload, typeArguments: [] })
    if (!success) throw new Error(`${name}: ${vmStatus}`)
  }
  for (const trader of traders) await send(trader, 'opt_in_direct_transfer', [true])
  await send(artist, 'create_collection_script', [COLLECTION, '', '', '0', [true, true, true]])
  const allowed = [true, true, true, true, true]
  for (let at = 0; at < count; at += 1) {
    const name = `${COLLECTION} #${at}`
    const owed = [artist.address, ...ROYALTY]
    await send(artist, 'create_token_script', [COLLECTION, name, '', '1', '0', '', ...owed, allowed, [], [], []])
    const holder = traders[at % traders.length]?.address ?? artist.address
    await send(artist, 'transfer_with_opt_in', [artist.address, COLLECTION, name, '0', holder, '1'])
  }
}
