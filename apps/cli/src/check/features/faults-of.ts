import { FEATURES_PAGE, type FeatureReport } from './check-features.ts'

/** What keeps the promises from being whole: those that no test proves, and whatever does not fit together. */
export function faultsOf({ uncited, faults }: Pick<FeatureReport, 'uncited' | 'faults'>): readonly string[] {
  return [...uncited.map(({ id, line }) => `${FEATURES_PAGE}:${line} ${id} is cited by no test`), ...faults]
}
