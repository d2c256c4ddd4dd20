import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { withTokenDialog } from '../../../app/paths.ts'
import { editionLabel } from '../../../entities/token/edition.ts'
import { ItemLine, type ItemLineProps } from '../../../entities/token/item-line.tsx'
import { formatCount } from '../../../shared/format/number.ts'
import styles from '../items/items.module.css'

export interface NamedItem {
  readonly tokenDataId: string
  readonly name: string
  readonly image: string | null
  readonly imageFacts?: { readonly colour: string } | null
  readonly collectionImage?: string | null
  readonly collectionId: string | null
  readonly collectionName: string | null
  /** Quantity, for tokens with editions. */
  readonly held?: string
  readonly propertyVersion?: string | null
  readonly editionsHeld?: number
}

export interface ItemNameProps {
  token: NamedItem
  eager?: boolean
  /** After the collection. */
  after?: ReactNode
  /** On phones the name takes up to two lines; `both`: next to `phoneBefore` in rows of 64 px, too, which then has two with the collection. */
  wraps?: boolean | 'both'
  /** Before the collection in windows of less than 1024 px; a phone has three lines for both. */
  narrowBefore?: ReactNode
  /** Before the collection on phones, which have three lines for both and two for the name, in rows of 80 px. */
  phoneBefore?: ReactNode
}

/** Shows image, name and collection of an item; its link covers the whole row. */
export function ItemName(props: ItemNameProps) {
  const { token, eager = false, after, narrowBefore, phoneBefore } = props
  const [search] = useSearchParams()
  const { held = '1', propertyVersion, editionsHeld } = token
  const edition = editionLabel({ propertyVersion: propertyVersion ?? undefined, editionsHeld })
  const place = edition === null ? token.collectionName : [token.collectionName, edition].filter(Boolean).join(' · ')
  return (
    <ItemLine
      name={token.name}
      image={{ src: token.image, colour: token.imageFacts?.colour, fallback: token.collectionImage ?? null }}
      to={token.collectionId === null ? null : withTokenDialog(search, token.collectionId, token.tokenDataId)}
      spread
      stay
      eager={eager}
      trailing={held === '1' ? undefined : `×${formatCount(held)}`}
      wraps={wrapsOf(props)}
      below={
        <>
          {narrowBefore !== undefined && <Before className={styles.narrow} words={narrowBefore} place={place} />}
          {phoneBefore !== undefined && <Before className={styles.phone} words={phoneBefore} place={place} />}
          {place}
          {after !== undefined && <> · {after}</>}
        </>
      }
    />
  )
}

function wrapsOf({ wraps = false, narrowBefore, phoneBefore }: ItemNameProps): ItemLineProps['wraps'] {
  if (narrowBefore !== undefined) return 'below'
  if (phoneBefore !== undefined) return wraps === 'both' ? 'both' : 'all'
  return wraps === false ? undefined : 'name'
}

interface BeforeProps {
  className: string | undefined
  words: ReactNode
  place: string | null
}

function Before({ className, words, place }: BeforeProps) {
  return (
    <span className={className}>
      {words}
      {place && ' · '}
    </span>
  )
}
