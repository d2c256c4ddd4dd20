import { Link, useSearchParams } from 'react-router'
import { withTokenDialog } from '../../lib/paths.ts'
import { Picture } from '../../lib/picture.tsx'
import styles from './items.module.css'

export interface NamedItem {
  readonly tokenDataId: string
  readonly name: string
  readonly image: string | null
  readonly collectionImage?: string | null
  readonly collectionId: string | null
  readonly collectionName: string | null
  /** How many of it, where one can hold several. */
  readonly held?: string
}

/** Picture, name and collection of an item: the link of a row, spread over all of it. */
export function ItemName({ token, eager = false }: { token: NamedItem; eager?: boolean }) {
  const [search] = useSearchParams()
  return (
    <span className={styles.item}>
      <span className={styles.image}>
        <Picture
          src={token.image}
          fallback={token.collectionImage ?? null}
          alt={token.name}
          width={40}
          eager={eager}
          decorative
        />
      </span>
      <span className={styles.words}>
        <span className={styles.line}>
          {token.collectionId === null ? (
            <span className={styles.name}>{token.name}</span>
          ) : (
            <Link
              to={withTokenDialog(search, token.collectionId, token.tokenDataId)}
              preventScrollReset
              className={styles.name}
              data-row-link=""
              title={token.name}
            >
              {token.name}
            </Link>
          )}
          {token.held !== undefined && token.held !== '1' && <span className={styles.held}>×{token.held}</span>}
        </span>
        <span className={styles.collection}>{token.collectionName}</span>
      </span>
    </span>
  )
}
