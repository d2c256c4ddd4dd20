import type { Collection } from '@opal/contract/collections'
import { Button } from '@opal/ui/controls/button'
import { IconButton } from '@opal/ui/controls/icon-button'
import { Dialog } from '@opal/ui/overlays/dialog'
import { X } from 'lucide-react'
import { ResponsiveImage } from '../../../shared/components/image.tsx'
import { dockedBar } from '../../../shared/hooks/docked-bar.ts'
import type { LandingView } from '../list/landing-view.ts'
import styles from './compare-bar.module.css'
import { CompareTable } from './compare-table.tsx'
import { MAX_COMPARED, toggleCompared } from './toggle-compared.ts'
import { type Compared, useCompared } from './use-compared.ts'

export interface CompareBarProps {
  view: LandingView
  onViewChange(view: LandingView): void
  /** Returns a row with the latest stats, which the rest of the page shows. */
  latest<Row extends Collection>(row: Row): Row
}

/** The bar of collections chosen for comparison, and the dialog that compares them. */
export default function CompareBar({ view, onViewChange, latest }: CompareBarProps) {
  const compared = useCompared(view.compare, latest)
  const isTooFew = compared.length < 2
  const remove = (slug: string) => onViewChange({ ...view, compare: toggleCompared(view.compare, slug) })
  return (
    <>
      <section ref={dockedBar} className={styles.bar} aria-label="Comparison">
        <span className={styles.count} data-lacks={isTooFew || undefined}>
          {isTooFew ? 'Choose another to compare' : `${compared.length} of ${MAX_COMPARED} to compare`}
        </span>
        <ul className={styles.chosen}>
          {compared.map((one) => (
            <Chosen key={one.slug} one={one} onRemove={() => remove(one.slug)} />
          ))}
        </ul>
        <Button variant="ghost" size="sm" onClick={() => onViewChange({ ...view, compare: [], comparing: false })}>
          Clear
        </Button>
        <Button
          variant="primary"
          size="sm"
          disabled={isTooFew}
          onClick={() => onViewChange({ ...view, comparing: true })}
        >
          Compare
        </Button>
      </section>
      <Dialog
        open={view.comparing}
        onOpenChange={(comparing) => onViewChange({ ...view, comparing })}
        title="Compare collections"
        width={880}
      >
        <CompareTable compared={compared} onRemove={remove} />
      </Dialog>
    </>
  )
}

function Chosen({ one, onRemove }: { one: Compared; onRemove(): void }) {
  const name = one.collection?.collectionName ?? one.slug
  return (
    <li className={styles.one}>
      <span className={styles.image}>
        <ResponsiveImage src={one.collection?.collectionImage ?? null} alt={name} width={32} decorative />
      </span>
      <span className={styles.name} title={name} dir="auto">
        {name}
      </span>
      <IconButton label={`Remove ${name} from comparison`} size="sm" onClick={onRemove}>
        <X />
      </IconButton>
    </li>
  )
}
