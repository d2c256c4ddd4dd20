import type { ReactNode } from 'react'
import { editionLabel, type TokenEdition } from '../../../entities/token/edition.ts'
import { ResponsiveImage } from '../../../shared/components/image.tsx'
import styles from './prices/price-table.module.css'

export interface ItemCellProps {
  token: TokenEdition & { readonly name: string; readonly image: string | null }
  /** The line below the name. */
  children: ReactNode
}

/** Image and name of an item, with its edition. */
export function ItemCell({ token, children }: ItemCellProps) {
  return (
    <td>
      <span className={styles.item}>
        <span className={styles.thumb}>
          <ResponsiveImage src={token.image} alt={token.name} width={32} decorative />
        </span>
        <span className={styles.words}>
          <span className={styles.name} title={nameWithEdition(token)} dir="auto">
            {nameWithEdition(token)}
          </span>
          {children}
        </span>
      </span>
    </td>
  )
}

/** Returns a token's name, with its edition where several are held. */
export function nameWithEdition(token: ItemCellProps['token']): string {
  return [token.name, editionLabel(token)].filter(Boolean).join(' · ')
}
