import type { Token } from '@opal/contract/shapes/token'
import { Link, useSearchParams } from 'react-router'
import { withTokenDialog } from '../../lib/paths.ts'
import { Picture } from '../../lib/picture.tsx'
import styles from './token-name-cell.module.css'

/** Picture and name of a token: the link of a row, spread over all of it. */
export function TokenNameCell({ token, eager }: { token: Token; eager: boolean }) {
  const [search] = useSearchParams()
  return (
    <span className={styles.cell}>
      <span className={styles.image}>
        <Picture
          src={token.image}
          colour={token.imageFacts?.colour}
          fallback={token.collectionImage}
          alt={token.name}
          width={40}
          eager={eager}
          decorative
        />
      </span>
      <Link
        to={withTokenDialog(search, token.collectionId, token.tokenDataId)}
        preventScrollReset
        className={styles.name}
        data-row-link=""
        title={token.name}
      >
        {token.name}
      </Link>
    </span>
  )
}
