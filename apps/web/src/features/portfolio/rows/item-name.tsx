import { useSearchParams } from 'react-router'
import { withTokenDialog } from '../../../app/paths.ts'
import { editionLabel } from '../../../entities/token/edition.ts'
import { ItemLine } from '../../../entities/token/item-line.tsx'

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

/** Shows image, name and collection of an item; its link covers the whole row. */
export function ItemName({ token, eager = false }: { token: NamedItem; eager?: boolean }) {
  const [search] = useSearchParams()
  const { held = '1', propertyVersion, editionsHeld } = token
  const edition = editionLabel({ propertyVersion: propertyVersion ?? undefined, editionsHeld })
  return (
    <ItemLine
      name={token.name}
      picture={{ src: token.image, colour: token.imageFacts?.colour, fallback: token.collectionImage ?? null }}
      to={token.collectionId === null ? null : withTokenDialog(search, token.collectionId, token.tokenDataId)}
      spread
      stay
      eager={eager}
      beside={held === '1' ? undefined : `×${held}`}
      below={edition === null ? token.collectionName : [token.collectionName, edition].filter(Boolean).join(' · ')}
    />
  )
}
