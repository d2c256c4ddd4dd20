import type { TradeAnswer } from '@opal/contract/trading/trade'
import { Button } from '@opal/ui/controls/button'
import { Dialog } from '@opal/ui/overlays/dialog'
import { PartyPopper } from 'lucide-react'
import type { ReactNode } from 'react'
import { ResponsiveImage } from '../../../shared/components/image.tsx'
import { Price } from '../../../shared/components/price.tsx'
import styles from './congratulations.module.css'

/** Most pictures that are shown. */
const MOST_PICTURES = 8

export interface CongratulationsProps {
  answer: TradeAnswer
  onClose(): void
  /** The outcome of each item. */
  children: ReactNode
}

/** Dialog after a confirmed sweep. @source docs/product/trading.md#sweep-limit */
export function Congratulations({ answer, onClose, children }: CongratulationsProps) {
  const bought = answer.items.filter((item) => item.reason === null)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Congratulations!"
      width={480}
      footer={
        <Button variant="primary" wide onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className={styles.body}>
        <PartyPopper className={styles.icon} aria-hidden="true" />
        <p className={styles.words}>
          {bought.length === 1 ? 'It’s yours' : `${bought.length} items bought`} for{' '}
          <Price octas={answer.split.priceOctas} exact />
        </p>
        <ul className={styles.art}>
          {bought.slice(0, MOST_PICTURES).map((item) => (
            <li key={item.tokenDataId}>
              <ResponsiveImage src={item.image} alt={item.name ?? ''} width={88} />
            </li>
          ))}
        </ul>
        {children}
      </div>
    </Dialog>
  )
}
