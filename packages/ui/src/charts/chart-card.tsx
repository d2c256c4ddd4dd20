import { ChartLine, Download, Table2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import styles from './chart-card.module.css'

/** A chart's data as text, for the table and the CSV file. */
export interface ChartTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export interface ChartCardProps {
  readonly title: string
  /** One sentence that defines the data. */
  readonly definition: string
  /** Switches that belong to this chart. */
  readonly aside?: ReactNode
  /** Null while there is nothing to show; the table and the download wait until there is. */
  readonly table: ChartTable | null
  readonly onDownload: (table: ChartTable) => void
  /** The chart, or a state that replaces it. */
  readonly children: ReactNode
}

/** A chart with a title, a switch to its data as a table, and a CSV download. */
export function ChartCard({ title, definition, aside, table, onDownload, children }: ChartCardProps) {
  const [asTable, setAsTable] = useState(false)
  const id = useId()
  const showsTable = asTable && table !== null
  return (
    <section className={styles.card} aria-labelledby={id}>
      <header className={styles.header}>
        <div className={styles.heading}>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          <p className={styles.definition}>{definition}</p>
        </div>
        <div className={styles.tools}>
          {aside}
          {/* They have their room from the beginning: what is next to them does not move when the data comes. */}
          <span className={styles.buttons} style={table === null ? { visibility: 'hidden' } : undefined}>
            <IconButton
              label={showsTable ? `${title} as chart` : `${title} as table`}
              size="sm"
              onClick={() => setAsTable((before) => !before)}
            >
              {showsTable ? <ChartLine /> : <Table2 />}
            </IconButton>
            <IconButton
              label={`Download ${title} as CSV`}
              size="sm"
              onClick={() => {
                if (table !== null) onDownload(table)
              }}
            >
              <Download />
            </IconButton>
          </span>
        </div>
      </header>
      {showsTable ? <TableView title={title} table={table} /> : children}
    </section>
  )
}

function TableView({ title, table }: { title: string; table: ChartTable }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must reach a scrolling area.
    <section className={styles.table} tabIndex={0} aria-label={`${title}, table`}>
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
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may be equal.
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
