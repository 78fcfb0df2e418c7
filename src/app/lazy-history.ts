import { once } from './loading-order.ts'

export const loadObjectHistory = once(() => import('../history/object-history.svelte'))
