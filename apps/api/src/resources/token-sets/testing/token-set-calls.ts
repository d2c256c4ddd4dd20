import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import type { TokenConditionInput } from '@opal/contract/tokens/token-filter'
import { parseAddress } from '@opal/domain/address'
import { buildTokenSet, leafOf } from '@opal/domain/tokens/token-set'
import { CLOSED_MARKETPLACE_TOKEN, THIRD_TOKEN } from '@opal/store/testing/small-market-ids'
import type { TestApi } from '../../../testing/test-api.ts'

/** The tokens of a collection of the small market. */
export const TOKENS = [EXAMPLE.tokenDataId, EXAMPLE.listedTokenDataId, THIRD_TOKEN, CLOSED_MARKETPLACE_TOKEN]
/** A condition that some of them fit. */
export const FUR = { attributes: [{ trait_type: 'Fur', value: 'Brown' }] }

/** Returns the root of a set of tokens. */
export const rootOf = (tokens: readonly string[]) =>
  buildTokenSet(tokens.map((id) => leafOf({ standard: 'v2', tokenDataId: parseAddress(id) }))).root

/** Returns a condition as further parameters of a call. */
export const queryOf = ({ attributes }: TokenConditionInput) =>
  attributes === undefined ? '' : `&attributes=${encodeURIComponent(JSON.stringify(attributes))}`

/** Calls for sets of tokens. @param api returns the API, once it has started. */
export function tokenSetCalls(api: () => TestApi) {
  return {
    /** Announces a set. */
    async announce(body: object, remoteAddress = '127.0.0.1') {
      const payload = { method: 'POST', url: '/data/token-sets', payload: body, remoteAddress } as const
      const answer = await api().server.inject(payload)
      return { status: answer.statusCode, json: answer.json() }
    },
    /** Returns an announced set. */
    async get(root: string) {
      const answer = await api().server.inject({ url: `/data/token-sets/${root}` })
      return { status: answer.statusCode, json: answer.json() }
    },
    /** Returns the tokens that fit a condition. */
    async fitting(condition: TokenConditionInput): Promise<readonly string[]> {
      const url = `/data/token-sets?collectionId=${EXAMPLE.collectionId}${queryOf(condition)}`
      const { tokens } = (await api().server.inject({ url })).json()
      return tokens.map(({ tokenDataId }: { tokenDataId: string }) => tokenDataId)
    },
  }
}
