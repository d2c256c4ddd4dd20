import type { Token } from '@opal/contract/tokens'
import { useSearchParams } from 'react-router'
import { ItemLine } from '../../lib/item-line.tsx'
import { withTokenDialog } from '../../lib/paths.ts'

/** Picture and name of a token: the link of a row, spread over all of it. */
export function TokenNameCell({ token, eager }: { token: Token; eager: boolean }) {
  const [search] = useSearchParams()
  return (
    <ItemLine
      name={token.name}
      picture={{ src: token.image, colour: token.imageFacts?.colour, fallback: token.collectionImage }}
      to={withTokenDialog(search, token.collectionId, token.tokenDataId)}
      spread
      stay
      eager={eager}
    />
  )
}
