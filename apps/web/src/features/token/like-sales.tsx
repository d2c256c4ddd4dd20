import type { TokenDetail } from '@opal/contract/tokens'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { withTokenDialog } from '../../app/paths.ts'
import { useSite } from '../../app/site.tsx'
import { traitValueLabel } from '../../entities/token/trait-value-label.ts'
import { Age } from '../../shared/components/age.tsx'
import { ResponsiveImage } from '../../shared/components/image.tsx'
import { Price } from '../../shared/components/price.tsx'
import styles from './like-sales.module.css'
import { LIKE_SALES_HEIGHT, likeSalesQuery } from './like-sales-query.ts'

interface LikeSalesProps {
  token: TokenDetail
  /** The rarest that it shares. */
  trait: TokenDetail['attributes'][number]
}

/** The last sales of tokens that share a token's rarest trait; nothing where there are none. */
export default function LikeSales({ token, trait }: LikeSalesProps) {
  const [search] = useSearchParams()
  const { data, isPending } = useQuery(likeSalesQuery(useSite().api, token, trait))
  // Reserves the height, so that nothing below moves.
  if (isPending) return <Skeleton height={`${LIKE_SALES_HEIGHT}px`} />
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
