import { createStore } from '../../shared/hooks/store.ts'

/** Which radar is open: of the wallet's own orders, or of its loyalty. Set from anywhere; shown by the radar feature. */
export const radarDialog = createStore<'orders' | 'loyalty' | null>(null)
