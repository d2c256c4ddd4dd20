import { type ComponentType, Suspense } from 'react'
import { withoutReload } from '../../../app/failures/reload-on-missing-chunk.ts'
import { type LoadPart, lazyPart } from './lazy-part.tsx'

const loadMissing = () => import('./missing-dialog.tsx')
const MissingDialog = lazyPart(loadMissing)

/** Loads what is shown in place of a dialog, so that it is there when the connection is lost. */
export function loadMissingDialog(): void {
  loadMissing().catch(withoutReload)
}

/**
 * Returns a dialog, sheet or menu that is loaded when it is first opened. Where its chunk cannot be loaded, the page stays, and a dialog
 * in its place says so, tries again and closes.
 * @param close closes it.
 * @param isOpen default: while it is rendered.
 * @source docs/product/site.md#missing-parts
 */
export function lazyDialog<Props extends object>(
  load: LoadPart<Props>,
  close: (props: Props) => void,
  isOpen: (props: Props) => boolean = () => true,
): ComponentType<Props> {
  const loadOrShow: LoadPart<Props> = () =>
    load().catch((error: unknown) => {
      withoutReload(error)
      throw error
    })
  return lazyPart<Props>(loadOrShow, (props) => {
    if (!isOpen(props)) return null
    return (
      <Suspense fallback={null}>
        <MissingDialog load={loadOrShow} onLoaded={props.onRetry} onClose={() => close(props)} />
      </Suspense>
    )
  })
}
