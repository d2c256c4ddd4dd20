import { createContext } from 'react'

/** Given by what shows a result of the filters: told whether a valid range is typed that is not yet applied. */
export const ReportUnapplied = createContext<(isUnapplied: boolean) => void>(() => {})
