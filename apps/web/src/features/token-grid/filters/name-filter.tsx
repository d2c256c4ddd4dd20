import { SearchField } from '../../../shared/components/list-controls/search-field.tsx'
import { MAX_NAME_FILTER } from '../items-view.ts'
import styles from './name-filter.module.css'

/** Filters items by their name while one types. */
export function NameFilter({ value, onChange }: { value: string; onChange(value: string): void }) {
  return (
    <div className={styles.filter}>
      <SearchField
        label="Search items by name"
        placeholder="Search"
        maxLength={MAX_NAME_FILTER}
        value={value}
        onChange={onChange}
      />
    </div>
  )
}
