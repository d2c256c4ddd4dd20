import { ChartLine, Download, Table2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import styles from './chart-card.module.css'

/** A chart's figures as text: what the table shows and what is downloaded. */
export interface ChartTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export interface ChartCardProps {
  readonly title: string
  /** What the figures mean. */
  readonly definition: string
  /** Switches that belong to this chart. */
  readonly aside?: ReactNode
  /** Null while there is nothing to show; the table and the download wait until there is. */
  readonly table: ChartTable | null
  readonly onDownload: (table: ChartTable) => void
  /** The chart, or what stands in its place. */
  readonly children: ReactNode
}

/** A chart with its title, its figures as a table in its place, and as a file. */
export function ChartCard({ title, definition, aside, table, onDownload, children }: ChartCardProps) {
  const [asTable, setAsTable] = useState(false)
  const id = useId()
  const showsTable = asTable && table !== null
  return (
    <section className={styles.card} aria-labelledby={id}>
      <header className={styles.header}>
        <div className={styles.words}>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          <p className={styles.definition}>{definition}</p>
        </div>
        <div className={styles.tools}>
          {aside}
          {table !== null && (
            <>
              <IconButton
                label={showsTable ? `${title} as chart` : `${title} as table`}
                size="sm"
                onClick={() => setAsTable((before) => !before)}
              >
                {showsTable ? <ChartLine /> : <Table2 />}
              </IconButton>
              <IconButton label={`Download ${title} as CSV`} size="sm" onClick={() => onDownload(table)}>
                <Download />
              </IconButton>
            </>
          )}
        </div>
      </header>
      {showsTable ? <Twin title={title} table={table} /> : children}
    </section>
  )
}

function Twin({ title, table }: { title: string; table: ChartTable }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <section className={styles.twin} tabIndex={0} aria-label={`${title}, table`}>
      <table>
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may say the same.
            <tr key={index}>
              {row.map((cell, at) => (
                <td key={table.columns[at]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
