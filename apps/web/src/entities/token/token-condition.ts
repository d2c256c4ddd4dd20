import type { TokenConditionInput, TokenFilterInput } from '@opal/contract/tokens/token-filter'
import { formatCounted } from '../../shared/format/number.ts'
import { rankLabel } from './rank-label.ts'
import { choicesOf, putTraitChoices } from './trait-choice.ts'
import { traitValueLabel } from './trait-value-label.ts'

/** Returns the labels of a condition on tokens, one for each part, all of which hold: `Fur: Gold or Red`, `Not Hat: None`, `Rank up to 500`. */
export function conditionLabels({
  attributes = [],
  rarityTop = 0,
  rarityBottom = 0,
}: TokenConditionInput): readonly string[] {
  const labels = new Map<string, string[]>()
  for (const { trait_type: type, value, not = false } of attributes) {
    const label = `${not ? 'Not ' : ''}${type}`
    labels.set(label, [...(labels.get(label) ?? []), ...[value].flat().map(traitValueLabel)])
  }
  const ranks = [rarityBottom, rarityTop].map((rank) => (rank > 0 ? rank : null))
  const [minRank = null, maxRank = null] = ranks
  return [
    ...[...labels].map(([label, values]) => `${label}: ${values.join(' or ')}`),
    ...(minRank === null && maxRank === null ? [] : [rankLabel({ minRank, maxRank })]),
  ]
}

/**
 * Returns the part of a filter that a bid on a set can be for: traits and ranks.
 * @returns `isWhole` where the filter has no other part, so that its tokens are those of the condition.
 */
export function conditionOf(filter: TokenFilterInput): {
  readonly condition: TokenConditionInput
  readonly isWhole: boolean
} {
  const { attributes, rarityTop, rarityBottom, ...others } = filter
  return {
    condition: {
      ...(attributes !== undefined && { attributes }),
      ...(rarityTop !== undefined && { rarityTop }),
      ...(rarityBottom !== undefined && { rarityBottom }),
    },
    isWhole: Object.keys(others).length === 0,
  }
}

/** Puts a condition into an address, as the filters of a collection's items. */
export function putCondition(
  search: URLSearchParams,
  { attributes = [], rarityTop = 0, rarityBottom = 0 }: TokenConditionInput,
): void {
  const ranks = { rankMin: rarityBottom, rankMax: rarityTop }
  for (const [name, rank] of Object.entries(ranks)) {
    if (rank > 0) search.set(name, String(rank))
    else search.delete(name)
  }
  putTraitChoices(search, choicesOf(attributes))
}

/** Returns the label of what a bid on a set is for: its condition, or its number of items. @param size null where its list is unknown. */
export function setLabel({
  condition,
  size,
}: {
  readonly condition: TokenConditionInput | null
  readonly size: number | null
}): string {
  const labels = condition === null ? [] : conditionLabels(condition)
  if (labels.length > 0) return labels.join(', ')
  if (size === null) return 'Chosen items'
  return formatCounted(size, 'chosen item')
}
