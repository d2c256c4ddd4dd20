import type { Attribute, TokenDetail } from '@opal/contract/tokens'
import { IconButton } from '@opal/ui/controls/icon-button'
import { Gavel } from 'lucide-react'
import { Link } from 'react-router'
import { openTrade } from '../../app/commands.ts'
import { collectionPath } from '../../app/paths.ts'
import { useSite } from '../../app/site.tsx'
import { hasPools } from '../../entities/order/marketplace-abilities.ts'
import { putTraitChoices } from '../../entities/token/trait-choice.ts'
import { traitValueLabel } from '../../entities/token/trait-value-label.ts'
import { Price } from '../../shared/components/price.tsx'
import styles from './token-attributes.module.css'

interface TokenAttributesProps {
  token: TokenDetail
  /** Names to show for kinds of traits that a game names for itself. */
  labels?: Readonly<Record<string, string>>
}

/** A token's traits as chips: the count and floor of each value, a link to its tokens, and in Pro a bid on them. */
export function TokenAttributes({ token, labels = {} }: TokenAttributesProps) {
  const { attributes, collectionSlug, collectionSupply: supply } = token
  const { marketplaces, preferences } = useSite()
  const canBid = preferences.mode === 'pro' && hasPools(marketplaces.find(({ isNative }) => isNative))
  if (attributes.length === 0) return <p className={styles.none}>No Attributes</p>
  return (
    <ul className={styles.grid} aria-label="Attributes">
      {attributes.map((attribute) => (
        <li key={`${attribute.trait_type} ${attribute.value}`} className={styles.chip}>
          <Link className={styles.link} to={`${collectionPath(collectionSlug)}?${filterOf(attribute)}`}>
            <span className={styles.type} dir="auto">
              {labels[attribute.trait_type] ?? attribute.trait_type}
            </span>
            <span className={styles.value} title={attribute.value} dir="auto">
              {traitValueLabel(attribute.value)}
            </span>
            <span className={styles.metrics}>
              <span title={attribute.count === null ? undefined : `${attribute.count} of ${supply}`}>
                {share(attribute.count, supply)}
              </span>
              <span>
                Floor <Price octas={attribute.floorPrice} />
              </span>
            </span>
          </Link>
          {canBid && (
            <IconButton
              size="sm"
              label={`Bid on ${attribute.trait_type}: ${traitValueLabel(attribute.value)}`}
              onClick={() =>
                openTrade({ kind: 'set-bid', collection: token, condition: { attributes: [wantedOf(attribute)] } })
              }
            >
              <Gavel />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  )
}

function wantedOf({ trait_type, value }: Attribute) {
  return { trait_type, value }
}

function filterOf({ trait_type: type, value }: Attribute): URLSearchParams {
  const search = new URLSearchParams()
  putTraitChoices(search, [{ type, value, not: false }])
  return search
}

/** @example share(3, 200) // '1.5%' */
function share(count: number | null, supply: number): string {
  if (count === null || supply === 0) return '-'
  const percent = (count * 100) / supply
  return `${percent < 10 ? Math.round(percent * 10) / 10 : Math.round(percent)}%`
}
