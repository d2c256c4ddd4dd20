import styles from './skeleton.module.css'

export interface SkeletonProps {
  /** CSS length; by default the width of the container. */
  width?: string
  height?: string
  round?: boolean
}

/** A placeholder of the final size while content loads. Hidden from screen readers. */
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
