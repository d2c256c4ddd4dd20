import type { TokenDetail } from '@opal/contract/tokens'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { withTokenDialog } from '../../app/paths.ts'
import { useSite } from '../../app/site.tsx'
import { traitValueLabel } from '../../entities/token/trait-value-label.ts'
import { Age } from '../../shared/components/age.tsx'
import { ResponsiveImage } from '../../shared/components/image.tsx'
import { Price } from '../../shared/components/price.tsx'
import styles from './like-sales.module.css'
import { likeSalesQuery, sharedTrait } from './like-sales-query.ts'

/** The last sales of tokens that share this one's rarest trait; nothing where there are none. */
export default function LikeSales({ token }: { token: TokenDetail }) {
  const trait = sharedTrait(token.attributes)
  return trait === null ? null : <Sales token={token} trait={trait} />
}

function Sales({ token, trait }: { token: TokenDetail; trait: TokenDetail['attributes'][number] }) {
  const [search] = useSearchParams()
  const { data } = useQuery(likeSalesQuery(useSite().api, token, trait))
  if (data === undefined || data.length === 0) return null
  return (
    <section>
      <h2 className={styles.title}>
        Last sales with {trait.trait_type}: {traitValueLabel(trait.value)}
      </h2>
      <ul>
        {data.map((sale) => (
          <li key={sale.tokenDataId} className={styles.sale}>
            <span className={styles.image}>
              <ResponsiveImage
                src={sale.image}
                colour={sale.imageFacts?.colour}
                fallback={sale.collectionImage}
                alt={sale.name}
                width={32}
                decorative
              />
            </span>
            <Link
              className={styles.name}
              to={withTokenDialog(search, sale.collectionId, sale.tokenDataId)}
              preventScrollReset
              title={sale.name}
              dir="auto"
            >
              {sale.name}
            </Link>
            <span className={styles.age}>
              <Age micros={sale.lastSaleAtMicros} />
            </span>
            <span className={styles.price}>
              <Price octas={sale.lastSalePrice} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
