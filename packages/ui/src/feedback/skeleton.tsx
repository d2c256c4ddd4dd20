import styles from './skeleton.module.css'

export interface SkeletonProps {
  /** CSS length; fills its container when left out. */
  width?: string
  height?: string
  round?: boolean
}

/** A quiet block of the final size, where something is on its way. Silent to screen readers. */
export function Skeleton({ width = '100%', height = '1em', round = false }: SkeletonProps) {
  return (
    <span
      className={styles.skeleton}
      style={{ width, height }}
      data-placeholder=""
      data-round={round || undefined}
      aria-hidden="true"
    />
  )
}
