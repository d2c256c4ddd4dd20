import { createContext } from 'react'

/** Reports whether a valid range is typed that is not yet applied. Provided by components that show a result of the filters. */
export const ReportUnapplied = createContext<(isUnapplied: boolean) => void>(() => {})
