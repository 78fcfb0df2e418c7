import { once } from '../state/loading-order.ts'

export const loadObjectHistory = once(() => import('../history/object-history.svelte'))
