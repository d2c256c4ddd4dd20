import { STALE } from '../../lib/query-client.ts'
import { type GearDetail, isGearDetail } from './gear-detail.ts'

/** The node does not answer for ever. */
const TIMEOUT_MS = 15_000

/**
 * An item's particulars, asked from the game itself.
 * @param nodeUrl node address with /v1.
 * @source docs/product/tokens-and-filters.md#gear
 */
export function gearQuery(nodeUrl: string, gearModule: string, tokenDataId: string) {
  return {
    queryKey: ['gear', gearModule, tokenDataId] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<GearDetail> => {
      const body = { function: `${gearModule}::gear_detail`, type_arguments: [], arguments: [tokenDataId] }
      const answer = await fetch(`${nodeUrl}/view`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      const [detail] = answer.ok ? ((await answer.json()) as readonly unknown[]) : []
      if (!isGearDetail(detail)) throw new TypeError('The game does not know this item.')
      return detail
    },
    staleTime: STALE.figures,
  }
}
